import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spread } from './figures.ts';

/** Measures `import '@fanfare/sdk'` in a program, packed and unpacked as npm does it. */
const ROUNDS = Number(process.argv[2] ?? 9);
const GOAL_MS = 5;
const SDK = fileURLToPath(new URL('../../../packages/sdk/', import.meta.url));
const PNPM = ['--yes', 'pnpm@10.34.9'];

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-sdk-import-'));
let failed = false;
try {
  // Packing builds it.
  execFileSync('npx', [...PNPM, 'pack', '--pack-destination', folder], {
    cwd: SDK,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const installed = path.join(folder, 'node_modules/@fanfare/sdk');
  mkdirSync(installed, { recursive: true });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', path.join(folder, tarball), '-C', installed, '--strip-components=1']);
  const program = (before: string, load: string): string => `
    ${before}
    const start = performance.now();
    ${load};
    console.log(performance.now() - start);`;
  for (const [name, text] of Object.entries({
    // The first import loads the loader.
    'import.mjs': program("await import('node:path');", "await import('@fanfare/sdk')"),
    'import.cjs': program('', "require('@fanfare/sdk')"),
  })) {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const figures = Array.from({ length: ROUNDS }, () =>
      Number(execFileSync(process.execPath, [file], { encoding: 'utf8' })),
    );
    const reached = Math.min(...figures) <= GOAL_MS;
    failed ||= !reached;
    console.log(
      `${name.padEnd(12)} ${spread(figures, 'ms', 1)}  goal: the best at most ${GOAL_MS} ms  ${reached ? 'reached' : 'MISSED'}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
