import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../src/embedded-postgres/is-alive.ts';
import { stopPostmasterOf } from '../../src/embedded-postgres/postmaster.ts';
import { type DevProcess, makeFolder, readState, startDev } from './dev-process.ts';
import { type Parts, partsOf, until, untilGone } from './processes.ts';

const folder = makeFolder();
let dev: DevProcess;

afterEach(async () => {
  dev.child.kill('SIGTERM');
  await dev.ended;
});
afterAll(async () => {
  await stopPostmasterOf(path.join(folder, 'postgres', 'data'));
  rmSync(folder, { recursive: true, force: true });
});

const running = (part: keyof Parts): boolean => !Number.isNaN(partsOf(dev.pid)[part]);

describe('an interrupted start', () => {
  // The first start of this file creates its database, which takes longer than any other step.
  test.each([
    ['as soon as anything runs', 'sandbox'],
    ['while PostgreSQL starts', 'postgres'],
    ['while the server starts', 'server'],
  ] as const)('%s stops what it started, and is not a failure', async (_when, part) => {
    dev = startDev(folder);
    const seen = new Set<number>();
    await until(() => {
      for (const pid of Object.values(partsOf(dev.pid))) if (!Number.isNaN(pid)) seen.add(pid);
      return running(part);
    });
    dev.press('SIGINT');
    const ended = await dev.ended;
    // The second sentence appears only on a slow machine.
    expect(dev.output()).toMatch(/^\nStopping…\n(Still finishing .*\n)?$/);
    expect(ended).toEqual({ code: 0, signal: null });
    await untilGone(...seen);
    expect(existsSync(path.join(folder, 'dev.json'))).toBe(false);
  });
});

describe('a running service', () => {
  test('stops when its terminal closes, although nobody reads its last output', async () => {
    dev = startDev(folder);
    await dev.welcome;
    const parts = partsOf(dev.pid);
    dev.child.stdout?.destroy();
    dev.child.stderr?.destroy();
    process.kill(dev.pid, 'SIGHUP');
    await untilGone(dev.pid, parts.server, parts.sandbox, parts.postgres);
    expect(Object.keys(readState(folder))).toEqual(['apiKey', 'otherProjectApiKey', 'smallPlanApiKey', 'webhook']);
  });

  test('stops at once at a second Ctrl-C, and starts again after that', async () => {
    dev = startDev(folder);
    await dev.welcome;
    const parts = partsOf(dev.pid);
    // A process that does not listen cannot be stopped gracefully.
    process.kill(parts.server, 'SIGSTOP');
    dev.press('SIGINT');
    await until(() => dev.output().includes('Ctrl-C again stops at once.'));
    expect(isAlive(parts.server)).toBe(true);
    dev.press('SIGINT');
    expect(await dev.ended).toEqual({ code: 130, signal: null });
    await untilGone(parts.server, parts.sandbox, parts.postgres);
    dev = startDev(folder);
    await dev.welcome;
  });
});
