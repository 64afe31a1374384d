import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findIndiekit } from './indiekit/find-indiekit.ts';
import { installIndiekit } from './indiekit/install-indiekit.ts';
import { findWordpressPackages } from './wordpress/find-packages.ts';

/**
 * Runs the tests that need a real hub: `pnpm test:wordpress [options of vitest]`. Each test file starts its own hub, in a temporary folder and on free
 * ports of 127.0.0.1, and stops it.
 */
const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const VITEST = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

const wordpress = findWordpressPackages();
const { INDIEKIT_FOLDER: folder } = process.env;
const indiekit = folder ? findIndiekit(folder) : installIndiekit();
if ('missing' in indiekit) console.log(`${indiekit.missing}\n\nThe tests with Indiekit are skipped.\n`);
else
  console.log(`Indiekit ${indiekit.version} of ${indiekit.folder}, without a database; posts and uploads are files.`);
if ('missing' in wordpress) {
  console.error(wordpress.missing);
  process.exitCode = 1;
} else {
  console.log(`WordPress of ${wordpress.source} with the theme ${wordpress.theme}, its own MariaDB and \`php -S\`.`);
  const args = [VITEST, 'run', '--root', PACKAGE, '--reporter=verbose', ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
