import pg from 'pg';
import { hostUrls, parsePostgresUrl, placeOf, sessionAttrsOf } from '../config/postgres-url.ts';
import { DatabaseReadOnly } from './database-unavailable.ts';

/** Limit for one of several hosts, as another one may answer. */
const HOST_TIMEOUT_MS = 5_000;
/** Limit of the look whether a host takes writes. */
const LOOK_MS = 3_000;

/** Probes notice a lost host within 20 seconds, and keep idle connections in routers. */
const PROBES = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** One of several hosts could not be used. */
export class HostFailed extends Error {
  override readonly name = 'HostFailed';
  /** Host and port. */
  readonly place: string;
  constructor(place: string, cause: unknown) {
    super(`PostgreSQL at ${place} cannot be used.`, { cause });
    this.place = place;
  }
}

/** None of the hosts could be used. */
export class NoHost extends AggregateError {
  override readonly name = 'NoHost';
  declare errors: HostFailed[];
}

/** The hosts of a database address, of which the whole process uses one. */
export type DatabaseHosts = {
  readonly count: number;
  /** Whether a host whose default is to read only is not written to. */
  readonly keepsReadOnly: boolean;
  /** The driver's connection, to the host in use. Leaves a host that does not fit. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client;
  /** Opens a connection to the first host that fits. Throws NoHost. */
  open(config: pg.ClientConfig): Promise<pg.Client>;
  /** Repeats an attempt to connect while there are other hosts. Throws NoHost. */
  eachHost<T>(attempt: () => Promise<T>): Promise<T>;
  /** New connections lead to the next host, unless they do not lead to this one's any more. */
  leave(client: pg.ClientBase): void;
  /** The same, for a new connection that cannot be used. Returns the error for `eachHost`. */
  refuse(client: pg.ClientBase, cause: unknown): unknown;
};

const known = new Map<string, DatabaseHosts>();

/** Returns the hosts of an address. The only place that opens connections. */
export function hostsOf(databaseUrl: string): DatabaseHosts {
  const hosts = known.get(databaseUrl) ?? createHosts(databaseUrl);
  known.set(databaseUrl, hosts);
  return hosts;
}

function createHosts(databaseUrl: string): DatabaseHosts {
  const urls = hostUrls(databaseUrl);
  const attrs = sessionAttrsOf(databaseUrl);
  const isPlain = urls.length === 1 && attrs === 'any';
  let current = 0;
  const hostOf = new WeakMap<pg.ClientBase, number>();

  const leave: DatabaseHosts['leave'] = (client) => {
    if (hostOf.get(client) === current) current = (current + 1) % urls.length;
  };
  const failed = (client: pg.ClientBase, cause: unknown): HostFailed => {
    leave(client);
    return new HostFailed(placeOf(parsePostgresUrl(urls[hostOf.get(client)!]!)!), cause);
  };
  const eachHost: DatabaseHosts['eachHost'] = async (attempt) => {
    const failures: HostFailed[] = [];
    for (const _ of urls) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof HostFailed)) throw error;
        failures.push(error);
      }
    }
    throw new NoHost(failures, 'No host of DATABASE_URL can be used.');
  };

  class Client extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const host = current;
      const limit = urls.length > 1 ? { connectionTimeoutMillis: HOST_TIMEOUT_MS } : {};
      super({ ...PROBES, ...config, ...limit, connectionString: urls[host] });
      hostOf.set(this, host);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: (error: never, client: pg.Client) => void): Promise<pg.Client> | undefined {
      const connected = isPlain ? super.connect() : this.#connectToHost(() => super.connect());
      if (!callback) return connected;
      const done = callback as (error: unknown, client?: pg.Client) => void;
      connected.then((client) => done(null, client), done);
      return undefined;
    }

    async #connectToHost(connect: () => Promise<pg.Client>): Promise<pg.Client> {
      // A connection that breaks meanwhile also emits this event.
      const ignore = (): void => undefined;
      this.on('error', ignore);
      try {
        await connect();
        await mustTakeWrites(this, attrs);
        this.off('error', ignore);
        return this;
      } catch (error) {
        void this.end().catch(ignore);
        throw failed(this, error);
      }
    }
  }

  return {
    count: urls.length,
    keepsReadOnly: attrs === 'read-write',
    Client,
    open: (config) =>
      eachHost(async () => {
        const client = new Client(config);
        // A broken connection rejects every statement and also emits this event.
        client.on('error', () => undefined);
        try {
          await client.connect();
          return client;
        } catch (error) {
          void client.end().catch(() => undefined);
          throw error;
        }
      }),
    eachHost,
    leave,
    refuse: (client, cause) => (isPlain ? cause : failed(client, cause)),
  };
}

async function mustTakeWrites(client: pg.Client, attrs: ReturnType<typeof sessionAttrsOf>): Promise<void> {
  if (attrs === 'any') return;
  const look = {
    text: "select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only')::boolean as reads",
    query_timeout: LOOK_MS,
  };
  const { rows } = await client.query<{ standby: boolean; reads: boolean }>(look);
  const { standby, reads } = rows[0]!;
  if (standby) throw new DatabaseReadOnly('The database is a standby.');
  if (reads && attrs === 'read-write') throw new DatabaseReadOnly('The database has default_transaction_read_only on.');
}
