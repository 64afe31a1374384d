import { setTimeout as passed } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { type DatabaseHistory, openDatabase } from '../db/database.ts';
import type { DatabaseLink } from '../db/database-link.ts';
import { JOB_SCHEMA } from '../db/job-tables.ts';
import { steadyNow } from '../process/clock.ts';
import { endsWithin } from '../process/ends-within.ts';
import type { Logger } from '../process/log/log.ts';
import { JOB_NAMES, type JobName, type JobRuns, jobOf } from './job-list.ts';

const TIMES = {
  /** Loading pg-boss delays a server that has just begun to listen. */
  startAfterMs: 1_000,
  startAgainMs: 60_000,
  /** Interval of pg-boss's look for due schedules. */
  cronSeconds: 30,
  /** Interval of a server's look for runs of woken jobs, and of others. */
  wokenSeconds: 1,
  scheduledSeconds: 10,
};

type Deps = {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly runs: JobRuns;
  readonly observe: { jobRan(job: JobName, outcome: 'succeeded' | 'failed', ms: number): void };
  /** Wait of a stop for runs under way. */
  readonly drainMs: number;
  readonly times?: Partial<typeof TIMES>;
  /** Time limit of a statement; that of `openDatabase` by default. */
  readonly statementTimeoutMs?: number | undefined;
  /** Those of the server's pools. */
  readonly history?: DatabaseHistory;
  readonly link?: DatabaseLink;
};

export type Jobs = {
  /** Looks at once for runs of a job that a committed statement has enqueued. */
  wake(job: JobName): void;
  /** Starts no more runs. Resolves when the running ones have ended, or after `drainMs`. */
  stop(): Promise<void>;
};

/**
 * Runs the jobs of the list with pg-boss, each due run on one server. A lost, late or repeated run
 * does no harm: rows hold the work. Starts in the background, until it works.
 */
export function startJobs(deps: Deps): Jobs {
  const stopping = new AbortController();
  let running: Jobs | null = null;

  const startUntilItWorks = async (): Promise<void> => {
    const { startAfterMs, startAgainMs } = { ...TIMES, ...deps.times };
    for (let waitMs = startAfterMs; !running; waitMs = startAgainMs) {
      await passed(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      running = await start(deps, stopping.signal).catch((err: unknown) => {
        const text = 'the jobs could not be started and are tried again; this server publishes without them';
        if (!stopping.signal.aborted) deps.log.error({ err }, text);
        return null;
      });
    }
  };
  const started = startUntilItWorks();
  return {
    wake: (job) => running?.wake(job),
    async stop() {
      stopping.abort(new Error('The process is to stop.'));
      await started;
      await running?.stop();
    },
  };
}

async function start(deps: Deps, stopping: AbortSignal): Promise<Jobs> {
  const { PgBoss, systemClock } = await import('pg-boss');
  const { cronSeconds, wokenSeconds, scheduledSeconds } = { ...TIMES, ...deps.times };
  // A stop during a poll closes the connection of the poll.
  const onError = (err: unknown): void => {
    if (!stopping.aborted) deps.log.warn({ err }, 'the job queue reported an error');
  };
  // pg-boss's own connections would have no limit, and the settings of the role.
  const { databaseUrl: url, statementTimeoutMs, history, link } = deps;
  const db = openDatabase({
    ...{ url, statementTimeoutMs, maxConnections: 2, applicationName: 'fanfare jobs', onError },
    ...(history && { history }),
    ...(link && { link }),
  });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.query(values === undefined ? { text } : { text, values }) },
    schema: JOB_SCHEMA,
    // pg-boss waits for times of this clock, which never goes back.
    clock: { ...systemClock, now: steadyNow },
    cronMonitorIntervalSeconds: cronSeconds,
    maintenanceIntervalSeconds: 3_600,
  });
  boss.on('error', onError);
  const close = () => boss.stop({ graceful: false, close: true }).finally(db.close);
  const workers = new Map<JobName, string>();
  try {
    await boss.start();
    for (const name of JOB_NAMES) {
      await define(boss, name);
      // All waiting runs of a woken job are one look at its rows.
      const options = jobOf(name).isWoken
        ? { pollingIntervalSeconds: wokenSeconds, batchSize: 100 }
        : { pollingIntervalSeconds: scheduledSeconds };
      workers.set(name, await boss.work(name, options, () => run(deps, name, stopping)));
    }
  } catch (error) {
    // Half started it has connections and timers.
    await close().catch(() => undefined);
    throw error;
  }
  return {
    wake: (name) => boss.notifyWorker(workers.get(name)!),
    async stop() {
      await endsWithin(deps.drainMs, Promise.all(JOB_NAMES.map((name) => boss.offWork(name, { wait: true }))));
      await close();
    },
  };
}

/** Creates or updates the queue and the schedule of a job. */
async function define(boss: PgBoss, name: JobName): Promise<void> {
  const { cron, isWoken, expireSeconds, keepHours, firstAfterSeconds } = jobOf(name);
  const kept = { expireInSeconds: expireSeconds, deleteAfterSeconds: keepHours * 3_600 };
  const options = { ...kept, retryLimit: isWoken ? 2 : 0 };
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else {
    // Stately: one run waits and one is under way, on all servers.
    await boss.createQueue(name, { ...options, policy: isWoken ? 'standard' : 'stately' });
    if (firstAfterSeconds) await boss.send(name, null, { startAfter: firstAfterSeconds });
  }
  await boss.schedule(name, cron, null, { missed: 'once' });
}

async function run({ runs, observe, log }: Deps, name: JobName, stopping: AbortSignal): Promise<unknown> {
  const startedAt = performance.now();
  const end = (outcome: 'succeeded' | 'failed') => observe.jobRan(name, outcome, performance.now() - startedAt);
  try {
    const result = await runs[name](stopping);
    end('succeeded');
    return result;
  } catch (err) {
    end('failed');
    log.error({ job: name, err }, 'a job failed');
    // pg-boss stores the error of a run, and PostgreSQL's may quote a row.
    throw new Error('The log of the server that ran it says why.');
  }
}
