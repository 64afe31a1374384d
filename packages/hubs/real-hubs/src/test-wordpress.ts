import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findWordpressPackages } from './wordpress/find-packages.ts';

/** Runs the tests that need a real hub. Each test file starts its own, and stops it. */
const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

const packages = findWordpressPackages();
if ('missing' in packages) {
  console.error(packages.missing);
  process.exitCode = 1;
} else {
  console.log(
    `WordPress: ${packages.source}, theme ${packages.theme}, on its own MariaDB and \`php -S\`, in temporary folders.`,
  );
  const args = ['run-tests.ts', '--reporter=verbose', ...process.argv.slice(2), 'packages/hubs/real-hubs'];
  process.exitCode = spawnSync(process.execPath, args, { cwd: REPOSITORY, stdio: 'inherit' }).status ?? 1;
}
