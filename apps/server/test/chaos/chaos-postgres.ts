import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/operator/embedded-postgres/start-embedded-postgres.ts';
import { migrateForTests } from '../migrate-for-tests.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { GUARDS } from './guards.ts';

/**
 * A PostgreSQL for this run, with fsync on, that can be crashed. Servers reach it through a relay,
 * so its address survives a restart.
 */
export type ChaosPostgres = {
  /** For servers: through the relay. */
  readonly url: string;
  /** Direct, without the relay, for measurements; changes after a crash. */
  readonly directUrl: string;
  readonly proxy: CuttingProxy;
  /** For the oracle: one direct connection at a time, also across restarts. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Like `pg_ctl restart -m immediate`: sessions are cut, nothing is flushed, the log is replayed.
   * It stays down for `awayMs`.
   */
  crash(awayMs?: number): Promise<void>;
  close(): Promise<void>;
};

const DATABASE = 'fanfare_chaos';
const SETTINGS = { max_connections: '300', shared_buffers: '128MB', fsync: 'on', synchronous_commit: 'on' };

export async function startChaosPostgres(): Promise<ChaosPostgres> {
  const home = mkdtempSync(path.join(tmpdir(), 'fanfare-chaos-'));
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres({ home, settings: SETTINGS });
  const proxy = await startCuttingProxy(portOf(postgres));
  await withClient(postgres.url, (client) => client.query(`create database ${DATABASE}`));
  await migrateForTests(postgres.urlOf(DATABASE));
  await withClient(postgres.urlOf(DATABASE), (client) => client.query(GUARDS));

  const relayed = new URL(postgres.urlOf(DATABASE));
  relayed.port = String(proxy.port);
  let judge: pg.Client | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const requestPost = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => {
    if (judge === null) {
      judge = new pg.Client({ connectionString: postgres.urlOf(DATABASE) });
      judge.on('error', () => {
        judge = null;
      });
      await judge.connect();
    }
    return (await judge.query<Row>(text, [...values])).rows;
  };
  return {
    url: relayed.href,
    directUrl: postgres.urlOf(DATABASE),
    proxy,
    query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const answer = last.then(() => requestPost<Row>(text, values));
      last = answer.catch(() => undefined);
      return answer;
    },
    async crash(awayMs = 0) {
      judge = null;
      // Line 1 of postmaster.pid is the process; SIGQUIT is its immediate shutdown (PostgreSQL 18,
      // 18.5).
      const pid = Number(readFileSync(path.join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGQUIT');
      while (isAlive(pid)) await sleep(10);
      await sleep(awayMs);
      postgres = await startEmbeddedPostgres({ home, settings: SETTINGS });
      proxy.redirectTo(portOf(postgres));
    },
    async close() {
      await judge?.end().catch(() => undefined);
      await proxy.close();
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const portOf = (postgres: EmbeddedPostgres): number => Number(new URL(postgres.url).port);

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
