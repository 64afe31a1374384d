import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import type { Installation } from '../installation/installation.ts';
import type { Absent, Contender, Sample } from '../measure.ts';
import { CONTENDERS, installContenders } from './install.ts';

type Drain = {
  readonly installation: Installation;
  readonly jobs: number;
  readonly inFlight: number;
  /** Waits until the network has all jobs. */
  readonly judge: (dueMs: number) => Promise<Sample>;
};

/** Queues whose workers call the network, each in a process of its own with its fastest documented settings. */
export async function queueContenders(
  drain: Drain,
): Promise<{ readonly contenders: readonly (Contender | Absent)[]; close(): Promise<void> }> {
  installContenders();
  const redis = await startRedis();
  const { databaseUrl } = drain.installation;
  return {
    contenders: [
      queue('pg-boss', drain, { DATABASE_URL: databaseUrl }),
      queue('graphile-worker', drain, { DATABASE_URL: databaseUrl }),
      redis === null
        ? { name: 'bullmq', skipped: 'Redis is not installed: apt-get install redis-server' }
        : queue('bullmq', drain, { REDIS_PORT: String(redis.port) }),
    ],
    close: async () => redis?.stop(),
  };
}

function queue(name: string, { installation, jobs, inFlight, judge }: Drain, env: Record<string, string>): Contender {
  return {
    name,
    async run() {
      await installation.network.take();
      const dueMs = Date.now() + 3_000 + jobs;
      const settings = { JOBS: jobs, IN_FLIGHT: inFlight, DUE_MS: dueMs, NETWORK_URL: installation.network.url };
      const child = spawn(process.execPath, [path.join(CONTENDERS, `${name}.mjs`)], {
        env: { PATH: process.env.PATH, ...env, ...strings(settings) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const failed = once(child, 'exit').then(([code]) => {
        throw new Error(`${name} ended with code ${code}`);
      });
      try {
        return await Promise.race([judge(dueMs), failed]);
      } finally {
        failed.catch(() => undefined);
        await end(child);
      }
    },
  };
}

const strings = (values: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Redis of Debian, with every write on the disk before it is answered, as PostgreSQL does; null where it is not installed. */
async function startRedis(): Promise<{ readonly port: number; stop(): Promise<void> } | null> {
  const program = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((file) => existsSync(file));
  if (program === undefined) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const child = spawn(program, [...settings, '--appendonly', 'yes', '--appendfsync', 'always'], { stdio: 'ignore' });
  return {
    port,
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
