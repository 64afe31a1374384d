import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `pnpm --filter @fanfare/api-suite suite -- [options]

  --only <names>       server, sdk, mock, browser, standalone; several with commas
  --statement <text>   only statements with this in their section or words
  --base-url <url>     a service that runs already, with FANFARE_API_KEY as the key of a project that holds nothing
  --help               this text
`;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: {
    only: { type: 'string' },
    statement: { type: 'string' },
    'base-url': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else {
  // The root's configuration has the time limits of all tests.
  const root = path.resolve(import.meta.dirname, '../../..');
  const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--root',
      root,
      '--project',
      'api-suite',
      '--reporter',
      'dot',
      'packages/api-suite/test/suite.test.ts',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        SUITE_TABLE: 'all',
        SUITE_FULL: 'true',
        SUITE_SDK: 'server',
        ...(values.only && { SUITE_ONLY: values.only }),
        ...(values.statement && { SUITE_STATEMENT: values.statement }),
        ...(values['base-url'] && { SUITE_BASE_URL: values['base-url'] }),
      },
    },
  );
  process.exitCode = status ?? 1;
}
