import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
/** Folders whose tests write or read what has partitions. */
const SUITES = [
  ...['publishing', 'posts', 'reposts', 'usage', 'events', 'leaving'].map((folder) => `apps/server/test/${folder}`),
  'testing/api-suite/test/suite.test.ts',
];
const LEFT_OUT = [
  // It counts the rows that each node of a plan reads; `plans.test.ts` holds the plan of a claim
  // with partitions.
  'claim-due-plan',
  // They try tables with partitions beside whole ones.
  'posts/list/plans',
];
/** The lines of Vitest that count. */
const COUNTS = /^ *(?:Test Files|Tests) .*$/gm;

test('what the API and the tests of publishing state holds in a database with partitions', async () => {
  const run = spawn(
    process.execPath,
    [path.join(ROOT, 'testing/run-tests.ts'), ...SUITES, ...LEFT_OUT.map((name) => `--exclude=**/${name}*`)],
    { cwd: ROOT, env: { ...process.env, TEST_PARTITIONS: '3' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', (chunk) => (output += stripVTControlCharacters(String(chunk))));
  const [code] = await once(run, 'exit');
  expect(code, output.slice(-20_000)).toBe(0);
  console.info(output.match(COUNTS)?.join('\n'));
}, 1_800_000);
