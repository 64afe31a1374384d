import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findIndiekit } from './indiekit/find-indiekit.ts';
import { installIndiekit } from './indiekit/install-indiekit.ts';
import { runKitOnIndiekit, runKitOnWordpress } from './kit/run-kits.ts';
import { findWordpressPackages } from './wordpress/find-packages.ts';

/**
 * Runs what needs a real hub: `pnpm test:wordpress [options of vitest]`. First the tests, then the
 * conformance kit on a WordPress and on an Indiekit. Each test file and each run of the kit starts
 * its own hub, in a temporary folder and on free ports of 127.0.0.1, and stops it.
 */
const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const VITEST = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

const wordpress = findWordpressPackages();
const { INDIEKIT_FOLDER: folder } = process.env;
const indiekit = folder ? findIndiekit(folder) : installIndiekit();
if ('missing' in indiekit) console.log(`${indiekit.missing}\n\nThe tests with Indiekit are skipped.\n`);
else console.log(`Indiekit ${indiekit.version} of ${indiekit.folder}; posts, uploads and its database are files.`);
if ('missing' in wordpress) {
  console.error(wordpress.missing);
  process.exitCode = 1;
} else {
  console.log(`WordPress of ${wordpress.source} with the theme ${wordpress.theme}, its own MariaDB and \`php -S\`.`);
  const args = [VITEST, 'run', '--root', PACKAGE, '--reporter=verbose', ...process.argv.slice(2)];
  const areTestsGreen = spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
  const reports = [
    await runKitOnWordpress(),
    ...('missing' in indiekit ? [] : [await runKitOnIndiekit(indiekit.folder)]),
  ].filter((report) => 'text' in report);
  for (const { hub, text } of reports) console.log(`\n--- ${hub}\n${text}`);
  console.log(`\nThe tests ${areTestsGreen ? 'passed' : 'failed'}. The conformance kit:`);
  for (const { hub, lastLine } of reports) console.log(`${hub}: ${lastLine}`);
  if ('missing' in indiekit) console.log('Indiekit: not installed, see above.');
  process.exitCode = areTestsGreen && reports.every(({ isGreen }) => isGreen) ? 0 : 1;
}
