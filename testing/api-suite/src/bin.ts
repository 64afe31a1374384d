import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `pnpm --filter @fanfare/api-suite suite -- [options]

  --only <names>       server, sdk, mock, browser, standalone; several with commas
  --statement <text>   only statements with this in their section or words
  --target <what>      the server's program: source (default), or bundle, which is built first and runs without the checkout's packages
  --base-url <url>     a service that runs already, with FANFARE_API_KEY as the key of a project that holds nothing
  --help               this text
`;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: {
    only: { type: 'string' },
    statement: { type: 'string' },
    target: { type: 'string', default: 'source' },
    'base-url': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

// The root's configuration has the time limits of all tests.
const root = path.resolve(import.meta.dirname, '../../..');

if (values.help) process.stdout.write(HELP);
else if (values.target === 'source') process.exitCode = runSuite({});
else if (values.target === 'bundle') process.exitCode = runOnBundle();
else throw new Error(`There is no target ${values.target}: source, bundle.`);

/** Builds outside the checkout, so that nothing can be imported from its packages. */
function runOnBundle(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bundle-'));
  try {
    const build = path.join(root, 'apps/server/scripts/build.ts');
    const bundle = path.join(folder, 'fanfare');
    const { status } = spawnSync(process.execPath, [build, '--out', bundle], { stdio: 'inherit' });
    if (status !== 0) return 1;
    // The library that converts images is installed beside it, as docs/self-hosting.md says.
    mkdirSync(path.join(bundle, 'node_modules'));
    symlinkSync(
      realpathSync(path.join(root, 'apps/server/node_modules/sharp')),
      path.join(bundle, 'node_modules/sharp'),
    );
    return runSuite({ SUITE_BUNDLE: bundle });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runSuite(env: Readonly<Record<string, string>>): number {
  const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--root',
      root,
      '--config',
      path.join(root, 'testing/vitest.config.ts'),
      '--project',
      'api-suite',
      '--reporter',
      'dot',
      'testing/api-suite/test/suite.test.ts',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...env,
        SUITE_TABLE: 'all',
        SUITE_FULL: 'true',
        SUITE_SDK: 'server',
        ...(values.only && { SUITE_ONLY: values.only }),
        ...(values.statement && { SUITE_STATEMENT: values.statement }),
        ...(values['base-url'] && { SUITE_BASE_URL: values['base-url'] }),
      },
    },
  );
  return status ?? 1;
}
