import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the site as its command does. */
export function buildSite(): void {
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', 'pnpm@10.34.9', 'docs:build'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`docs:build ended with ${status}:\n${stdout}${stderr}`);
}
