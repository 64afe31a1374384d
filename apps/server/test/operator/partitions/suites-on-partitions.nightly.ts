import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
/** It counts the rows that each node of a plan reads; `plans.test.ts` holds the plan of a claim with partitions. */
const LEFT_OUT = ['claim-due-plan'];
const SUITES = ['apps/server/test/publishing', 'apps/server/test/posts/create', 'testing/api-suite/test/suite.test.ts'];

test('what the API and the publishing tests state holds in a database with partitions', async () => {
  const run = spawn(
    process.execPath,
    [path.join(ROOT, 'testing/run-tests.ts'), ...SUITES, ...LEFT_OUT.map((name) => `--exclude=**/${name}*`)],
    { cwd: ROOT, env: { ...process.env, TEST_PARTITIONS: '3' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(run, 'exit');
  expect(code, output.slice(-20_000)).toBe(0);
  console.info(output.match(/^.*(?:Test Files|Tests) .*$/gm)?.join('\n'));
}, 1_800_000);
