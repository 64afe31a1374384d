import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Installation } from '../installation/installation.ts';
import type { Absent, Contender, Sample } from '../measure.ts';
import { CONTENDERS, installContenders } from './install.ts';
import { end, NO_REDIS, startRedis } from './redis.ts';

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
        ? { name: 'bullmq', skipped: NO_REDIS }
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
