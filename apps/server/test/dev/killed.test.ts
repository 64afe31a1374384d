import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { DevState } from '../../src/dev/dev-state.ts';
import { type DevProcess, makeFolder, networkAccountsOf, startDev } from './dev-process.ts';
import { partsOf, untilGone } from './processes.ts';

const folder = makeFolder();
let dev: DevProcess;
/** The state that the first start of this file created; every later start must find it. */
let first: DevState;

const start = async (): Promise<DevState> => {
  dev = startDev(folder);
  const state = await dev.welcome;
  first ??= state;
  expect([state.apiKey, networkAccountsOf(state)]).toEqual([first.apiKey, networkAccountsOf(first)]);
  return state;
};

afterEach(async () => {
  dev.child.kill('SIGTERM');
  await dev.ended;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('kill -9 of', () => {
  test('the dev command: server and sandbox exit by themselves, and the next start takes PostgreSQL over', async () => {
    await start();
    const left = partsOf(dev.pid);
    dev.child.kill('SIGKILL');
    await untilGone(left.server, left.sandbox);
    const { databaseUrl } = await start();
    expect(partsOf(dev.pid)).toMatchObject({ postgres: Number.NaN });
    // The next stop ends it like its own.
    expect(databaseUrl).toBe(first.databaseUrl);
    dev.press('SIGINT');
    expect(await dev.ended).toEqual({ code: 0, signal: null });
    await untilGone(left.postgres);
  });

  test.each([
    ['server', 'The server ended by itself with signal SIGKILL.'],
    ['sandbox', 'The sandbox ended by itself with signal SIGKILL.'],
    ['postgres', 'PostgreSQL ended by itself.'],
  ] as const)('the %s: the command reports it and stops the rest', async (part, sentence) => {
    await start();
    const parts = partsOf(dev.pid);
    process.kill(parts[part], 'SIGKILL');
    expect(await dev.ended).toEqual({ code: 1, signal: null });
    expect(dev.output().endsWith(`\n${sentence}\n`)).toBe(true);
    await untilGone(parts.server, parts.sandbox, parts.postgres);
  });

  test('everything at once, when their process ids belong to others at the next start', async () => {
    const state = await start();
    const parts = partsOf(dev.pid);
    for (const pid of [dev.pid, ...Object.values(parts)]) process.kill(pid, 'SIGKILL');
    await untilGone(dev.pid, ...Object.values(parts));
    // As after a power failure: both files name a running process of the same account that is none of ours.
    const lock = path.join(folder, 'postgres', 'data', 'postmaster.pid');
    const { uid, gid } = statSync(lock);
    const other = spawn('sleep', ['600'], { uid, gid });
    writeFileSync(path.join(folder, 'dev.json'), JSON.stringify({ ...state, pid: other.pid }));
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(other.pid)));
    await start();
    other.kill();
  });
});
