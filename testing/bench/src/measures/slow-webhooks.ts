import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { percentile } from '../figures.ts';
import type { Installation } from '../installation/installation.ts';
import type { Project } from '../installation/projects.ts';
import { openCaller, openLoop } from '../load.ts';
import type { Contender, Goal, Sample } from '../measure.ts';
import { scheduling } from '../requests.ts';
import { startWebhookReceivers, type WebhookReceivers } from '../webhook-receivers.ts';

/** As many as a project can have. */
const SLOW = 20;
/** Events of each slow webhook: more than a server has in flight, over all of them. */
const SLOW_EVENTS = 20;
const OTHERS = 10;
const PER_SECOND = 20;

const CALM = 'deliveries, calm';
const SLOWED = `deliveries, ${SLOW} slow webhooks`;

export const slowWebhookGoal: Goal = { what: 'against calm deliveries', contender: SLOWED, of: CALM, atMost: 1.3 };

/**
 * Measures how long events of ten projects take to their receivers while the twenty webhooks of
 * another project, with hundreds of deliveries that are due, each answer after 14 s.
 */
export async function openSlowWebhooks({
  server,
  db,
  projects,
}: Installation): Promise<{ readonly contenders: readonly Contender[]; readonly close: () => Promise<void> }> {
  const receivers = await startWebhookReceivers(SLOW + 1);
  const [first, ...rest] = receivers.urls;
  const [slow, ...others] = projects.slice(50, 51 + OTHERS) as [Project, ...Project[]];
  for (const project of others) await createWebhook(server.url, project, first!);
  for (const url of rest) await createWebhook(server.url, slow, url);
  const run = (seconds: number): Promise<Sample> => deliver({ url: server.url, db, others, receivers }, seconds);
  const pids = () => [server.pid];
  return {
    contenders: [
      { name: CALM, pids, run },
      {
        name: SLOWED,
        pids,
        run,
        async prepare() {
          receivers.slow(true);
          await schedule(server.url, slow, SLOW_EVENTS);
          // The project uses all slots that it gets.
          await sleep(2_000);
          return async () => {
            receivers.slow(false);
            await drained(db);
          };
        },
      },
    ],
    close: receivers.stop,
  };
}

async function createWebhook(url: string, { apiKey }: Project, address: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: address, events: ['post.scheduled'] }),
  });
  if (response.status !== 201)
    throw new Error(`creating a webhook failed: ${response.status} ${await response.text()}`);
}

async function schedule(url: string, project: Project, posts: number): Promise<void> {
  const caller = openCaller(url, 4);
  const next = scheduling([project]);
  for (let n = 0; n < posts; n++) await caller.call(next());
  await caller.close();
}

type Deliveries = {
  readonly url: string;
  readonly db: pg.Pool;
  readonly others: readonly Project[];
  readonly receivers: WebhookReceivers;
};

/** The figure is the p99 of the time from an event to its arrival. A post has one event. */
async function deliver({ url, db, others, receivers }: Deliveries, seconds: number): Promise<Sample> {
  await receivers.take();
  await openLoop(url, { perSecond: PER_SECOND, seconds, next: scheduling(others), status: 202 });
  const ids = others.map(({ id }) => id);
  while (await isBusy(db, ids)) await sleep(50);
  const ms = (await receivers.take()).toSorted((a, b) => a - b);
  const missing = PER_SECOND * seconds - ms.length;
  return { figure: percentile(ms, 0.99), done: ms.length, more: { 'p50 ms': percentile(ms, 0.5), missing } };
}

async function isBusy(db: pg.Pool, projectIds: readonly string[] | null): Promise<boolean> {
  const { rows } = await db.query<{ busy: boolean }>(
    `select exists (select from events where position is null and ($1::uuid[] is null or project_id = any($1)))
       or exists (select from webhook_deliveries where state = 'pending' and ($1 is null or project_id = any($1))) as busy`,
    [projectIds],
  );
  return rows[0]!.busy;
}

const drained = async (db: pg.Pool): Promise<void> => {
  while (await isBusy(db, null)) await sleep(50);
};
