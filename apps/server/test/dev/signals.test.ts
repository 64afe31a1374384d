import { expect, test } from 'vitest';
import { isAlive } from '../../src/embedded-postgres/is-alive.ts';
import { interruptStart } from './interrupt-start.ts';
import { partsOf, until, untilGone } from './processes.ts';
import { useDevFolder } from './use-dev-folder.ts';

const devFolder = useDevFolder();

// The first start of this file creates its database, which takes longer than any other step.
test('an interrupted start while the server starts stops what it started, and is not a failure', () =>
  interruptStart(devFolder, 'server'));

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
