import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { killPart } from './kill-part.ts';
import { partsOf, untilGone } from './processes.ts';
import { useDevFolder } from './use-dev-folder.ts';

const devFolder = useDevFolder();

describe('kill -9 of', () => {
  test('the dev command: server and sandbox exit by themselves, and the next start takes PostgreSQL over', async () => {
    const killed = await devFolder.welcomed();
    const left = partsOf(killed.dev.pid);
    killed.dev.child.kill('SIGKILL');
    await untilGone(left.server, left.sandbox);
    const { dev, state } = await devFolder.welcomed();
    expect(partsOf(dev.pid)).toMatchObject({ postgres: Number.NaN });
    // The next stop ends it like its own.
    expect(state.databaseUrl).toBe(killed.state.databaseUrl);
    dev.press('SIGINT');
    expect(await dev.ended).toEqual({ code: 0, signal: null });
    await untilGone(left.postgres);
  });

  test.each([
    ['sandbox', 'The sandbox ended by itself with signal SIGKILL.'],
    ['postgres', 'PostgreSQL ended by itself.'],
  ] as const)('the %s: the command reports it and stops the rest', (part, sentence) =>
    killPart(devFolder, part, sentence),
  );

  test('everything at once, when their process ids belong to others at the next start', async () => {
    const { folder, welcomed } = devFolder;
    const { dev, state } = await welcomed();
    const parts = partsOf(dev.pid);
    for (const pid of [dev.pid, ...Object.values(parts)]) process.kill(pid, 'SIGKILL');
    await untilGone(dev.pid, ...Object.values(parts));
    // As after a power failure: both files name a running process of the same account that is none
    // of ours.
    const lock = path.join(folder, 'postgres', 'data', 'postmaster.pid');
    const { uid, gid } = statSync(lock);
    const other = spawn('sleep', ['600'], { uid, gid });
    writeFileSync(path.join(folder, 'dev.json'), JSON.stringify({ ...state, pid: other.pid }));
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(other.pid)));
    await welcomed();
    other.kill();
  });
});
