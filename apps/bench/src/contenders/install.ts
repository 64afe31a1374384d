import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Other people's queues and the library that draws the plots: 45 MB that only this command needs, so they are no part of the workspace. */
export const CONTENDERS = fileURLToPath(new URL('../../contenders/', import.meta.url));

export function installContenders(): void {
  if (existsSync(path.join(CONTENDERS, 'node_modules/.modules.yaml'))) return;
  console.error('installing the contenders, once');
  const install = ['install', '--ignore-workspace', '--frozen-lockfile', '--ignore-scripts'];
  execFileSync('npx', ['--yes', 'pnpm@10.34.9', ...install], {
    cwd: CONTENDERS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
