import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { type Instance, startTestServer, type TestServer } from '../../harness.ts';
import { until } from '../../until.ts';
import { type Person, personOf } from '../../use-server.ts';
import { type Address, type StandbyPair, startStandbyPair } from './standby-pair.ts';

export type TwoServers = {
  readonly pair: StandbyPair;
  readonly ana: Person;
  readonly server: TestServer;
  readonly other: Instance;
  /** The addresses at which the two servers reach the database. */
  readonly addresses: { readonly server: Address; readonly other: Address };
  /** Folders of their states. */
  readonly folders: { readonly server: string; readonly other: string };
};

/**
 * Starts two servers, whose sweeps never come again, on a primary with a standby. They stop after
 * the test.
 */
export function usePair(): (options?: { historyWaitMs?: number }) => Promise<TwoServers> {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return async ({ historyWaitMs } = {}) => {
    const pair = await startStandbyPair();
    ends.push(pair.stop);
    const addresses = { server: await pair.address(), other: await pair.address() };
    const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-states-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const folders = { server: path.join(folder, 'server'), other: path.join(folder, 'other') };
    let onSwept = (): void => undefined;
    const swept = new Promise<void>((resolve) => {
      onSwept = resolve;
    });
    const server = await startTestServer({
      options: { timings: { sweepMs: 600_000 }, onSwept, ...(historyWaitMs && { historyWaitMs }) },
      database: async () => ({ url: addresses.server.url, drop: async () => undefined }),
      stateFolder: folders.server,
    });
    ends.push(server.stop);
    await swept;
    const other = await server.startAnother({ databaseUrl: addresses.other.url, stateFolder: folders.other });
    return { pair, server, other, addresses, folders, ana: await personOf(server, 'x') };
  };
}

/** Polls a server until `/readyz` answers this. */
export const answersReadyz = ({ baseUrl }: Instance, status: string): Promise<true> =>
  until(async () => {
    const body = await fetch(`${baseUrl}/readyz`).then((response) => response.json());
    return (body as { status: string }).status === status ? true : null;
  });
