import { setTimeout as passed } from 'node:timers/promises';
import { steadyNow } from '../clock.ts';
import { openDatabase } from '../db/database.ts';
import type { Logger } from '../log.ts';

const QUEUE = 'minute-tick';
/** The schema of pg-boss's tables, named after the major version that defines their layout. */
const SCHEMA = 'pgboss_v12';

type Deps = {
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly tick: () => Promise<void>;
  /** How often the queue is polled; half a second at least. */
  readonly pollSeconds?: number;
  /** How often the queue looks whether a minute has begun; 30 seconds unless given. */
  readonly cronSeconds?: number;
  /** How long after this call the queue starts: loading it holds up a server that has just begun to listen. A second unless given. */
  readonly startAfterMs?: number;
  /** How long after a start that failed the next one begins. A minute unless given. */
  readonly startAgainMs?: number;
  /** How long a statement may take; that of `openDatabase` by default. */
  readonly statementTimeoutMs?: number;
};

/** pg-boss waits until this clock has reached a time. It never goes back, where somebody sets the machine's clock. */
const STEADY_CLOCK = {
  now: steadyNow,
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, ms: number) => setInterval(run, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

const START_AFTER_MS = 1_000;
const START_AGAIN_MS = 60_000;

/**
 * Calls `tick` every minute on one of the servers. For posts a tick is only a hint: a lost, late or repeated one does no harm, because the rows are the
 * schedule and every server also looks for work by itself. So ticks are never retried, and the handler never throws. Old rows are deleted by ticks alone, so
 * a start that fails is tried again until one works. Starts in the background: a server publishes without it.
 */
export function startMinuteTick(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const started = startUntilItWorks(deps, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      const running = await started;
      // Publishing is drained elsewhere; a tick has nothing to finish.
      await running?.stop();
    },
  };
}

async function startUntilItWorks(deps: Deps, stopping: AbortSignal) {
  for (let waitMs = deps.startAfterMs ?? START_AFTER_MS; ; waitMs = deps.startAgainMs ?? START_AGAIN_MS) {
    await passed(waitMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return null;
    try {
      return await start(deps, stopping);
    } catch (err) {
      const text = 'the minute tick could not be started and is tried again; this server looks for due posts by itself';
      if (!stopping.aborted) deps.log.error({ err }, text);
    }
  }
}

async function start(deps: Deps, stopping: AbortSignal) {
  const { PgBoss } = await import('pg-boss');
  // A stop in the middle of a poll closes the connection that the poll uses.
  const onError = (err: unknown): void => {
    if (!stopping.aborted) deps.log.warn({ err }, 'the job queue reported an error');
  };
  // Its own connections would have no limit, and the settings of the role.
  const db = openDatabase({
    url: deps.databaseUrl,
    maxConnections: 2,
    applicationName: 'fanfare jobs',
    ...(deps.statementTimeoutMs !== undefined && { statementTimeoutMs: deps.statementTimeoutMs }),
    onError,
  });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.query(values === undefined ? { text } : { text, values }) },
    schema: SCHEMA,
    clock: STEADY_CLOCK,
    ...(deps.cronSeconds !== undefined && { cronMonitorIntervalSeconds: deps.cronSeconds }),
  });
  boss.on('error', onError);
  const stop = () => boss.stop({ graceful: false, close: true }).finally(db.close);
  try {
    await boss.start();
    await boss.createQueue(QUEUE, { policy: 'short', retryLimit: 0, expireInSeconds: 50 });
    await boss.schedule(QUEUE, '* * * * *');
    await boss.work(QUEUE, { pollingIntervalSeconds: deps.pollSeconds ?? 2 }, async () => {
      await deps.tick().catch((err: unknown) => {
        // A stop closes the database below a tick.
        if (!stopping.aborted) deps.log.error({ err }, 'a minute tick failed');
      });
    });
  } catch (error) {
    // Half started it still has connections and timers.
    await stop().catch(() => undefined);
    throw error;
  }
  return { stop };
}
