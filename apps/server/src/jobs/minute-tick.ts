import type { Logger } from '../log.ts';

const QUEUE = 'minute-tick';
/** pg-boss keeps its tables in a schema of their own, named for the major whose layout they have. */
const SCHEMA = 'pgboss_v12';

type Deps = { readonly databaseUrl: string; readonly log: Logger; readonly tick: () => Promise<void> };

/**
 * The scheduler of spec 3.2: every minute, on one of the servers, what is due is claimed and the next minute is armed. A tick is only a hint: one that is
 * lost, late or doubled does no harm, since the rows are the schedule and every server looks for itself as well. So it is never retried, and its handler
 * never throws. Started in the background: a server can work without it.
 */
export function startMinuteTick(deps: Deps): { stop(): Promise<void> } {
  let stopping = false;
  const started = start(deps, () => stopping).catch((err: unknown) => {
    deps.log.error({ err }, 'the minute tick could not be started; this server still looks for due posts by itself');
    return null;
  });
  return {
    async stop() {
      stopping = true;
      const boss = await started;
      // Our work is drained apart; a tick has nothing to finish.
      await boss?.stop({ graceful: false, close: true });
    },
  };
}

async function start(deps: Deps, isStopping: () => boolean) {
  // Loaded late: a server answers before its job queue is there.
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: deps.databaseUrl,
    schema: SCHEMA,
    application_name: 'fanfare jobs',
    max: 2,
  });
  boss.on('error', (err) => {
    // One that is told to stop in the middle of a look finds its own connection closed.
    if (!isStopping()) deps.log.warn({ err }, 'the job queue reported an error');
  });
  await boss.start();
  await boss.createQueue(QUEUE, { policy: 'short', retryLimit: 0, expireInSeconds: 50 });
  await boss.schedule(QUEUE, '* * * * *');
  await boss.work(QUEUE, { pollingIntervalSeconds: 2 }, async () => {
    await deps.tick().catch((err: unknown) => deps.log.error({ err }, 'a minute tick failed'));
  });
  return boss;
}
