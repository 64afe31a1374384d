import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../installation/installation.ts';
import type { Contender, Sample } from '../measure.ts';

const WORKER = fileURLToPath(new URL('./pg-boss-worker.ts', import.meta.url));
/** Jobs before those that are measured: the code of a new process is not compiled yet. */
const WARM_UP = 1_000;
/** Until the jobs are added. */
const leadMs = (jobs: number): number => 3_000 + jobs * 2;

type Drain = {
  readonly installation: Installation;
  readonly jobs: number;
  readonly inFlight: number;
  /** Whether the worker also stores what publishing must not lose. */
  readonly records: boolean;
  /** Waits until the network has all jobs. */
  readonly judge: (dueMs: number) => Promise<Sample>;
};

/** pg-boss with its fastest documented settings, in its own process; its jobs call the network. */
export function pgBoss(name: string, { installation, jobs, inFlight, records, judge }: Drain): Contender {
  let pids: readonly number[] = [];
  let dueMs = 0;
  let failed: Promise<never>;
  return {
    name,
    installation: () => installation,
    pids: () => pids,
    async prepare() {
      const child = spawn(process.execPath, [WORKER], {
        env: {
          ...{ PATH: process.env.PATH, NETWORK_URL: installation.network.url, DATABASE_URL: installation.databaseUrl },
          ...{ JOBS: `${jobs}`, IN_FLIGHT: `${inFlight}`, LEAD_MS: `${leadMs(jobs)}`, WARM_UP: `${WARM_UP}` },
          ...(records && { RECORDS: '1' }),
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      failed = once(child, 'exit').then(([code]) => {
        throw new Error(`${name} ended with code ${code}`);
      });
      failed.catch(() => undefined);
      try {
        [dueMs] = (await Promise.race([once(child, 'message'), failed])) as [number];
        if (Date.now() > dueMs) throw new Error(`adding the jobs of ${name} took until they were due`);
        await installation.network.take();
      } catch (error) {
        await end(child);
        throw error;
      }
      pids = [child.pid!];
      return () => end(child);
    },
    run: () => Promise.race([judge(dueMs), failed]),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
