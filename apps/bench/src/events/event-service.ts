import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { type Project, type Service, startService } from '../running-fanfare.ts';
import { cpuOfPostgres } from './cpu-of-postgres.ts';

/** `off`: no events; `written`: their rows alone, which wait for the relay; `relayed`: everything. */
export type EventMode = 'off' | 'written' | 'relayed';

/** The service with events that can be switched off, and its database. */
export type EventService = {
  readonly database: string;
  /** Projects without a limit of units. */
  addProjects(count: number): Promise<readonly Project[]>;
  /** Connects new people of simulated X: their account ids. */
  connect(project: Project, people: number, profileId?: string): Promise<readonly string[]>;
  switchTo(mode: EventMode): Promise<void>;
  /** CPU time until now, in microseconds. */
  cpu(): Promise<{ readonly server: number; readonly postgres: number }>;
  countEvents(): Promise<number>;
  /** Waits until no event waits for the relay, and no delivery is due or under way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

const SERVER = fileURLToPath(new URL('./switchable-server.ts', import.meta.url));
const CLI = fileURLToPath(new URL('../../../server/src/operator/cli/fanfare.ts', import.meta.url));
const POSTMASTER = 'postgres/data/postmaster.pid';
const LOOK_MS = 50;

export async function startEventService(): Promise<EventService> {
  const controlPort = await freePort();
  const service = await startService({
    FANFARE_SERVER: SERVER,
    BENCH_CONTROL_PORT: String(controlPort),
    REQUESTS_PER_MINUTE: '10000000',
    PUBLISHES_PER_MINUTE: '10000000',
    PUBLISHES_IN_FLIGHT_PER_PROJECT: '1000',
  });
  const db = new pg.Client({ connectionString: service.databaseUrl });
  const stop = async (): Promise<void> => {
    await db.end();
    await service.stop();
  };
  try {
    return { ...(await openService(service, db, controlPort)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openService(service: Service, db: pg.Client, controlPort: number): Promise<Omit<EventService, 'stop'>> {
  await db.connect();
  // Simulated X limits its callers, as X does.
  await service.sandbox('POST', 'x/rate-limits', { on: false });
  await service.sandbox('POST', 'x/credits', { usd: 1_000_000 });
  await service.sandbox('POST', 'x/duplicate-window', { ms: 0 });
  const { rows } = await db.query<{ pid: number; database: string }>(
    `select pg_backend_pid() as pid, 'PostgreSQL ' || current_setting('server_version') || ', fsync ' || current_setting('fsync') as database`,
  );
  const { pid, database } = rows[0]!;
  const postmaster = Number(readFileSync(path.join(service.folder, POSTMASTER), 'utf8').split('\n')[0]);
  const control = async (method: string, route: string): Promise<NodeJS.CpuUsage> => {
    const response = await fetch(`http://127.0.0.1:${controlPort}/${route}`, { method });
    return (await response.json()) as NodeJS.CpuUsage;
  };
  let people = 0;
  return {
    database,
    async addProjects(count) {
      const keys = await createProjects(service.databaseUrl, count);
      return keys.map(service.projectOf);
    },
    async connect(project, count, profileId) {
      const accounts: string[] = [];
      for (let n = 0; n < count; n++) {
        const username = `bench${people++}`;
        await service.sandbox('POST', 'x/profiles', { username, name: username });
        accounts.push(await project.connect('x', username, profileId));
      }
      return accounts;
    },
    switchTo: async (mode) => void (await control('POST', mode)),
    async cpu() {
      const { user, system } = await control('GET', '');
      return { server: user + system, postgres: cpuOfPostgres(postmaster, pid) };
    },
    async countEvents() {
      const counted = await db.query<{ count: number }>('select count(*)::int as count from events');
      return counted.rows[0]!.count;
    },
    async settled() {
      while (await isBusy(db)) await sleep(LOOK_MS);
    },
  };
}

async function isBusy(db: pg.Client): Promise<boolean> {
  const { rows } = await db.query<{ busy: boolean }>(
    `select exists (select from events where position is null)
       or exists (select from webhook_deliveries where state = 'pending' and (next_attempt_at <= now() or lease_expires_at is not null)) as busy`,
  );
  return rows[0]!.busy;
}

/** Returns their API keys. */
async function createProjects(databaseUrl: string, count: number): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, 'projects', 'create', 'Bench', '--count', String(count)],
    { env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl } },
  );
  return stdout.trim().split('\n');
}
