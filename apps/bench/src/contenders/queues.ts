import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Installation } from '../installation/installation.ts';
import type { Absent, Contender, Sample } from '../measure.ts';
import { CONTENDERS, installContenders } from './install.ts';
import { end, NO_REDIS, type RedisProcess, startRedis } from './redis.ts';

type Drain = {
  readonly installation: Installation;
  readonly jobs: number;
  readonly inFlight: number;
  /** Waits until the network has all jobs. */
  readonly judge: (dueMs: number) => Promise<Sample>;
};

/** Jobs of each run before those that are measured: the worker is a new process, whose code is not compiled yet. */
const WARM_UP = 1_000;
/** Until the jobs are added. */
const leadMs = (jobs: number): number => 3_000 + jobs * 2;

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
      { ...queue('pg-boss', drain, { DATABASE_URL: databaseUrl, RECORDS: '1' }), name: 'pg-boss with records' },
      queue('graphile-worker', drain, { DATABASE_URL: databaseUrl }),
      redis === null
        ? { name: 'bullmq', skipped: NO_REDIS }
        : queue('bullmq', drain, { REDIS_PORT: String(redis.port) }, redis),
    ],
    close: async () => redis?.stop(),
  };
}

function queue(program: string, drain: Drain, env: Record<string, string>, redis?: RedisProcess): Contender {
  const { installation, jobs, inFlight, judge } = drain;
  let pids: readonly number[] = [];
  let dueMs = 0;
  let failed: Promise<never>;
  return {
    name: program,
    installation: () => installation,
    pids: () => pids,
    async prepare() {
      const settings = { JOBS: jobs, IN_FLIGHT: inFlight, LEAD_MS: leadMs(jobs), WARM_UP };
      const child = spawn(process.execPath, [path.join(CONTENDERS, `${program}.mjs`)], {
        env: { PATH: process.env.PATH, NETWORK_URL: installation.network.url, ...env, ...strings(settings) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      failed = once(child, 'exit').then(([code]) => {
        throw new Error(`${program} ended with code ${code}`);
      });
      failed.catch(() => undefined);
      try {
        [dueMs] = (await Promise.race([once(child, 'message'), failed])) as [number];
        if (Date.now() > dueMs) throw new Error(`adding the jobs of ${program} took until they were due`);
        await installation.network.take();
      } catch (error) {
        await end(child);
        throw error;
      }
      pids = [child.pid!, ...(redis === undefined ? [] : [redis.pid])];
      return () => end(child);
    },
    run: () => Promise.race([judge(dueMs), failed]),
  };
}

const strings = (values: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
