import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Missing } from '../missing.ts';

/** The folder into which `pnpm test:wordpress` installs it. */
export const INDIEKIT_FOLDER = fileURLToPath(new URL('../../indiekit', import.meta.url));

const NEEDED = ['@indiekit/indiekit', '@indiekit/store-file-system'];

const HOW = `Install it from npm, about 430 packages, or from its source where a registry lacks one of its packages, and name the folder:

  npm install --prefix ~/indiekit @indiekit/indiekit@1.0.0-beta.29 @indiekit/store-file-system@1.0.0-beta.28

  git clone --depth 1 --branch v1.0.0-beta.29 https://github.com/getindiekit/indiekit ~/indiekit && npm install --prefix ~/indiekit

  INDIEKIT_FOLDER=~/indiekit npx --yes pnpm@10.34.9 test:wordpress`;

export type InstalledIndiekit = { readonly folder: string; readonly version: string };

/** The Indiekit installed in a folder, or that there is none. */
export function findIndiekit(folder: string): InstalledIndiekit | Missing {
  const manifestOf = (name: string): string => path.join(folder, 'node_modules', name, 'package.json');
  const absent = NEEDED.filter((name) => !existsSync(manifestOf(name)));
  if (absent.length > 0)
    return { missing: `Indiekit is not installed in ${folder}; missing: ${absent.join(', ')}. ${HOW}` };
  const { version } = JSON.parse(readFileSync(manifestOf('@indiekit/indiekit'), 'utf8')) as { version: string };
  return { folder, version };
}

/** The entry of a package that is installed in a folder. */
export const entryOf = (folder: string, name: string): string =>
  createRequire(path.join(folder, 'package.json')).resolve(name);
