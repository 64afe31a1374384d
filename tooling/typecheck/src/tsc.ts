import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The compiler's program, for Node: native, a tenth of the work of TypeScript 5. */
export const TSC = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')),
  'bin/tsc',
);

/** Runs TypeScript 7, prints its report, and returns its exit code. Tools import `typescript` 5. */
export const tsc = (...args: readonly string[]): number =>
  spawnSync(process.execPath, [TSC, ...args], { stdio: 'inherit' }).status ?? 1;
