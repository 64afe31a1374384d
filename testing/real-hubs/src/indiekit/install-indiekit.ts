import { spawnSync } from 'node:child_process';
import type { Missing } from '../missing.ts';
import { findIndiekit, INDIEKIT_FOLDER, type InstalledIndiekit } from './find-indiekit.ts';

/** Installs the pinned Indiekit in its own folder. None of its packages runs a script. */
export function installIndiekit(): InstalledIndiekit | Missing {
  const found = findIndiekit(INDIEKIT_FOLDER);
  if (!('missing' in found)) return found;
  console.log('Installing Indiekit (about 430 packages, once)…');
  const args = ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: INDIEKIT_FOLDER, encoding: 'utf8' });
  if (status === 0) return findIndiekit(INDIEKIT_FOLDER);
  const [, absent] = /'([^']+)' (?:could not be found|is not in this registry)/.exec(stderr ?? '') ?? [];
  const reason =
    absent === undefined ? (stderr ?? '').trim().split('\n')[0] || 'npm does not run.' : `npm has no ${absent}.`;
  return { missing: `Indiekit could not be installed: ${reason}\n${found.missing}` };
}
