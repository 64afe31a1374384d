import { expect, test } from 'vitest';
import { isAlive } from '../../../src/operator/embedded-postgres/is-alive.ts';
import { readState } from './dev-process.ts';
import { interruptStart } from './interrupt-start.ts';
import { partsOf, until, untilGone } from './processes.ts';
import { useDevFolder } from './use-dev-folder.ts';

const devFolder = useDevFolder();

// The first start of this file creates its database, which takes longer than any other step.
test.each([
  ['as soon as anything runs', 'sandbox'],
  ['while PostgreSQL starts', 'postgres'],
] as const)('an interrupted start %s stops what it started, and is not a failure', (_when, part) =>
  interruptStart(devFolder, part),
);

test('a running service stops when its terminal closes, although nobody reads its last output', async () => {
  const { dev } = await devFolder.welcomed();
  const parts = partsOf(dev.pid);
  dev.child.stdout?.destroy();
  dev.child.stderr?.destroy();
  process.kill(dev.pid, 'SIGHUP');
  await untilGone(dev.pid, parts.server, parts.sandbox, parts.postgres);
  expect(Object.keys(readState(devFolder.folder))).toEqual([
    'apiKey',
    'otherProjectApiKey',
    'smallPlanApiKey',
    'webhook',
  ]);
});

test('a running service stops at once at a second Ctrl-C, and starts again after that', async () => {
  const { dev } = await devFolder.welcomed();
  const parts = partsOf(dev.pid);
  // A process that does not listen cannot be stopped gracefully.
  process.kill(parts.server, 'SIGSTOP');
  dev.press('SIGINT');
  await until(() => dev.output().includes('Ctrl-C again stops at once.'));
  expect(isAlive(parts.server)).toBe(true);
  dev.press('SIGINT');
  expect(await dev.ended).toEqual({ code: 130, signal: null });
  await untilGone(parts.server, parts.sandbox, parts.postgres);
  await devFolder.welcomed();
});
