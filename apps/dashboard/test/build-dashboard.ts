import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
export const DIST = path.join(ROOT, 'dist');

/** Builds the dashboard unless it is up to date. */
export function buildDashboard(): void {
  const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.ts')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
