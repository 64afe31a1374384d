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

  test('the server: the command reports it and stops the rest', () =>
    killPart(devFolder, 'server', 'The server ended by itself with signal SIGKILL.'));
});
