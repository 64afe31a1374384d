import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Ends what hangs. Tests give their hook no limit: it could not end a build, only turn a slow one
 * red.
 */
const LONGEST_BUILD_MS = 1_800_000;

/** Builds the site as its command does. */
export function buildSite(): void {
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', 'pnpm@10.34.9', 'docs:build'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: LONGEST_BUILD_MS,
  });
  if (status !== 0) throw new Error(`docs:build ended with ${status}:\n${stdout}${stderr}`);
}
