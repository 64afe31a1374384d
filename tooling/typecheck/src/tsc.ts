import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The compiler's program, for Node: native, a tenth of the work of TypeScript 5. */
export const TSC = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')),
  'bin/tsc',
);

/** Runs the compiler of TypeScript 7, prints what it reports, and returns its exit code. It is native, and no tool can import it; for those `typescript` 5 stays. */
export const tsc = (...args: readonly string[]): number =>
  spawnSync(process.execPath, [TSC, ...args], { stdio: 'inherit' }).status ?? 1;
