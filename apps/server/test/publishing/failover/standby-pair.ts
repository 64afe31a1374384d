import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../../src/process/free-port.ts';
import { type CuttingProxy, startCuttingProxy } from '../../chaos/cutting-proxy.ts';
import { migrateForTests } from '../../migrate-for-tests.ts';
import { until } from '../../until.ts';
import { openSystemCluster } from '../recovery/system-postgres.ts';

const DATABASE = 'fanfare_failover';

/** An address of the primary that stays the same, like that of a balancer. */
export type Address = {
  readonly url: string;
  readonly proxy: CuttingProxy;
  /** From now on it leads to the standby. */
  follow(): void;
};

/** A primary and its asynchronous standby, of the machine's own PostgreSQL. */
export type StandbyPair = {
  address(): Promise<Address>;
  /** The primary itself. */
  primaryUrl(): string;
  /** The standby itself. */
  standbyUrl(): string;
  /** Runs a statement at the primary itself. */
  queryPrimary(text: string): Promise<void>;
  /** Runs a statement at the standby itself, which takes writes once it was promoted. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  /** From now on no commit is confirmed before the standby has it, until one is promoted. */
  beSynchronous(): Promise<void>;
  /** Resolves when the standby has everything. */
  caughtUp(): Promise<void>;
  /** The standby receives nothing from now on. */
  cutReplication(): Promise<void>;
  /** It receives again, also what it missed. */
  restoreReplication(): Promise<void>;
  /** The same as `cutReplication`, and it has everything until now. */
  stopReplication(): Promise<void>;
  /** The primary loses its power. */
  kill(): Promise<void>;
  /** The standby becomes the primary, and the primary stays as it is. */
  promoteStandby(): Promise<void>;
  /** Both. */
  promote(): Promise<void>;
  /** Makes a new standby of the primary in place of the lost one. */
  rebuild(): Promise<void>;
  stop(): Promise<void>;
};

type Node = { readonly data: string; readonly port: number };

/** The address of several of these hosts, in their order. */
export const hostsUrl = (urls: readonly string[], parameters = ''): string => {
  const hosts = urls.map((url) => new URL(url).host).join(',');
  const [first] = urls;
  return `${first!.replace(new URL(first!).host, hosts)}${parameters}`;
};

export async function startStandbyPair(settings: Readonly<Record<string, string>> = {}): Promise<StandbyPair> {
  const { home, data, password, run, stop } = await openSystemCluster();
  const words = Object.entries({ fsync: 'off', listen_addresses: '127.0.0.1', ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const start = async (data: string): Promise<Node> => {
    const port = await freePort(0);
    const options = `-p ${port} -c unix_socket_directories='' ${words}`;
    await run('pg_ctl', ['start', '--wait', '-D', data, '-l', `${data}.log`, '-o', options]);
    const node = { data, port };
    running.add(node);
    return node;
  };
  const running = new Set<Node>();
  const end = async (node: Node): Promise<void> => {
    running.delete(node);
    await stop(node.data);
  };
  const urlOf = ({ port }: Node, database = DATABASE) => `postgres://fanfare:${password}@127.0.0.1:${port}/${database}`;
  let copies = 0;
  const copy = async (of: Node): Promise<Node> => {
    const data = path.join(home, `copy-${++copies}`);
    const from = ['--pgdata', data, '--dbname', urlOf(of, 'postgres'), '--write-recovery-conf'];
    await run('pg_basebackup', [...from, '--checkpoint', 'fast', '--no-sync']);
    return start(data);
  };
  const open = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  let primary: Node = await start(data);
  const admin = await open(urlOf(primary, 'postgres'));
  await admin.query(`create database ${DATABASE}`);
  await admin.end();
  await migrateForTests(urlOf(primary));
  let standby: Node | null = await copy(primary);
  /** Connections to both, and to the promoted one. */
  let [original, copied] = [await open(urlOf(primary)), await open(urlOf(standby))];
  const proxies: CuttingProxy[] = [];

  const caughtUp = async (): Promise<void> => {
    const { rows } = await original.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
    const hasIt = `select pg_last_wal_replay_lsn() >= '${rows[0]!.lsn}' as "hasIt"`;
    await until(async () => ((await copied.query(hasIt)).rows[0].hasIt ? true : null));
  };
  let primaryConninfo = '';
  const cutReplication = async (): Promise<void> => {
    primaryConninfo = (await copied.query<{ is: string }>("select current_setting('primary_conninfo') as is")).rows[0]!
      .is;
    await copied.query("alter system set primary_conninfo = ''");
    await copied.query('select pg_reload_conf()');
    await until(async () => ((await copied.query('select from pg_stat_wal_receiver')).rowCount === 0 ? true : null));
  };
  const kill = async (): Promise<void> => {
    await end(primary);
    rmSync(primary.data, { recursive: true });
  };
  const promoteStandby = async (): Promise<void> => {
    // It has no standby, and would wait for one.
    await copied.query('alter system reset synchronous_standby_names');
    await run('pg_ctl', ['promote', '--wait', '-D', standby!.data]);
    [primary, standby] = [standby!, null];
  };
  return {
    async address() {
      const proxy = await startCuttingProxy(primary.port);
      proxies.push(proxy);
      return { url: urlOf({ data, port: proxy.port }), proxy, follow: () => proxy.redirectTo(primary.port) };
    },
    primaryUrl: () => urlOf(primary),
    standbyUrl: () => urlOf(standby!),
    async queryPrimary(text) {
      await original.query(text);
    },
    query: async (text) => (await copied.query(text)).rows,
    async beSynchronous() {
      await original.query("alter system set synchronous_standby_names = '*'");
      await original.query('select pg_reload_conf()');
      const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'";
      await until(async () => ((await original.query(isSynchronous)).rowCount === 1 ? true : null));
    },
    caughtUp,
    cutReplication,
    async restoreReplication() {
      await copied.query(`alter system set primary_conninfo = ${pg.escapeLiteral(primaryConninfo)}`);
      await copied.query('select pg_reload_conf()');
    },
    async stopReplication() {
      await caughtUp();
      await cutReplication();
    },
    kill,
    promoteStandby,
    async promote() {
      await kill();
      await promoteStandby();
    },
    async rebuild() {
      standby = await copy(primary);
      await original.end();
      [original, copied] = [copied, await open(urlOf(standby))];
    },
    async stop() {
      await Promise.all([original.end(), copied.end(), ...proxies.map((proxy) => proxy.close())]);
      for (const node of running) await end(node);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
