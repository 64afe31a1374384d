import pg from 'pg';
import { type Address, hostsUrl, startStandbyPair } from '../publishing/failover/standby-pair.ts';
import type { ChaosPostgres } from './chaos-postgres.ts';
import type { CuttingProxy } from './cutting-proxy.ts';
import { GUARDS } from './guards.ts';

/** A primary with an asynchronous standby, which replaces it again and again. */
export type ChaosPair = ChaosPostgres & {
  /** No commit is confirmed before the standby has it, until it is promoted. */
  beSynchronous(): Promise<void>;
  /** The standby receives nothing from now on; with `isComplete` it first gets everything. */
  cut(isComplete: boolean): Promise<void>;
  /** It receives again, also what it missed. */
  uncut(): Promise<void>;
  /**
   * The primary loses its power and the standby is promoted. Servers that know one host cannot
   * reach it yet.
   */
  promote(): Promise<void>;
  /** Leads servers that know one host to the new primary. */
  follow(): void;
  /** Makes a new standby of the new primary. */
  rebuild(): Promise<void>;
};

/** Servers know one host, or with `hasHosts` that of the primary and that of the standby. */
export async function startChaosPair({ hasHosts }: { readonly hasHosts: boolean }): Promise<ChaosPair> {
  const pair = await startStandbyPair({ max_connections: '300', shared_buffers: '128MB' });
  const { url, proxy, follow } = await pair.address();
  const lead = (proxy: CuttingProxy, of: string): void => proxy.redirectTo(Number(new URL(of).port));
  /** Proxies of the primary and of the standby. */
  let hosts: readonly [Address, Address] | null = null;
  if (hasHosts) {
    hosts = [await pair.address(), await pair.address()];
    lead(hosts[1].proxy, pair.standbyUrl());
  }
  let judge: pg.Client | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const query = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    if (judge === null) {
      const client = new pg.Client({ connectionString: pair.primaryUrl() });
      client.on('error', () => undefined);
      await client.connect();
      judge = client;
    }
    return (await judge.query<Row>(text, [...values])).rows;
  };
  await query(GUARDS);
  return {
    url: hosts === null ? url : hostsUrl(hosts.map((host) => host.url)),
    get directUrl() {
      return pair.primaryUrl();
    },
    proxy,
    query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const answer = last.then(() => query<Row>(text, values));
      last = answer.catch(() => undefined);
      return answer;
    },
    crash: () => Promise.reject(new Error('The primary of a pair is promoted away.')),
    beSynchronous: pair.beSynchronous,
    cut: (isComplete) => (isComplete ? pair.stopReplication() : pair.cutReplication()),
    uncut: pair.restoreReplication,
    async promote() {
      await last;
      await judge?.end().catch(() => undefined);
      judge = null;
      await pair.promote();
    },
    follow,
    async rebuild() {
      await pair.rebuild();
      if (hosts === null) return;
      hosts = [hosts[1], hosts[0]];
      lead(hosts[1].proxy, pair.standbyUrl());
    },
    async close() {
      await judge?.end().catch(() => undefined);
      await pair.stop();
    },
  };
}
