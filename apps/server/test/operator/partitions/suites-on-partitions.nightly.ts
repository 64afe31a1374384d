import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
/** They name the indexes of tables without partitions, or load single tables from a dump. */
const OTHERWISE = ['claim-due-plan', 'suspects', 'restore-in-place', 'restored-readers'];
const SUITES = ['apps/server/test/publishing', 'apps/server/test/posts/create', 'testing/api-suite/test/suite.test.ts'];

test('what the API and the publishing tests state holds in a database with partitions', async () => {
  const run = spawn(
    process.execPath,
    [path.join(ROOT, 'testing/run-tests.ts'), ...SUITES, ...OTHERWISE.map((name) => `--exclude=**/${name}*`)],
    { cwd: ROOT, env: { ...process.env, TEST_PARTITIONS: '3' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(run, 'exit');
  expect(code, output.slice(-20_000)).toBe(0);
}, 1_800_000);
