import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPostgresHome } from '../../src/operator/embedded-postgres/postgres-home.ts';
import { freePort } from '../../src/process/free-port.ts';

/** Path at which Debian and others install it; null where it is not installed. */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file)) ?? null;

export type PgBouncer = {
  /** The same database, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
};

/**
 * A PgBouncer in front of a database, with its defaults except for the pool mode and the given
 * settings.
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<PgBouncer> {
  const { folder, user } = await openPostgresHome(mkdtempSync(path.join(tmpdir(), 'fanfare-pgbouncer-')));
  const { hostname, port: postgresPort, username, password, pathname } = new URL(databaseUrl);
  const port = await freePort(0);
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: path.join(folder, 'users.txt'),
    ...settings,
  };
  const ini = [
    '[databases]',
    `* = host=${hostname} port=${postgresPort}`,
    '[pgbouncer]',
    ...Object.entries(own).map(([name, value]) => `${name} = ${value}`),
  ];
  writeFileSync(own.auth_file, `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(path.join(folder, 'pgbouncer.ini'), `${ini.join('\n')}\n`);
  if (user) for (const name of readdirSync(folder)) chownSync(path.join(folder, name), user.uid, user.gid);
  const child = spawn(PGBOUNCER!, [path.join(folder, 'pgbouncer.ini')], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}?sslmode=disable`;
  await untilOpen(url, child, () => said);
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilOpen(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (const end = performance.now() + 15_000; ; await sleep(25)) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > end)
        throw new Error(`PgBouncer did not start:\n${said()}`, { cause: error });
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
