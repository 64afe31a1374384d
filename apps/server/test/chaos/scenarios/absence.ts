import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, times, withDeployment } from '../deployment.ts';
import { type RequestedPost, requestPost } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { NETWORKS, type World } from '../world.ts';

/** Longer than any target here may take in total. */
const AWAY_SECONDS = 600;
/** Scheduled and immediate posts per round, each on all networks. */
const POSTS = { scheduled: 6, immediate: 2 };
const DUE_IN_MS = 1_500;
/** A write of each network takes this long, so that a crash leaves some in doubt. */
const NETWORK_MS = 250;
const FROZEN_MS = 2_000;
/** Every target of a round must be started, and then settle, within this time. */
const BOUND_MS = 120_000;

/**
 * All servers crash when posts are due, and none runs for ten minutes; started posts must not fail
 * because of that.
 */
export const absence: Scenario = {
  name: 'absence',
  about: 'all servers crash when posts are due, and none runs for 10 minutes (--rounds)',
  parts: ['crash', 'freeze'],
  run(part, options) {
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const rounds = options.rounds ?? 40;
    const { servers = 2, mutants } = options;
    return withDeployment({ servers, mutants, networks: times(2, NETWORKS) }, async (deployment) => {
      const { world, fleet } = deployment;
      for (const network of NETWORKS) {
        await world.sandbox.control(network, 'processing', { ms: NETWORK_MS });
        const late = { network, method: 'POST', path: PUBLIC_WRITE, action: 'delay_after' } as const;
        await world.sandbox.fail({ ...late, delayMs: NETWORK_MS, times: 1_000_000 });
      }
      const requested: RequestedPost[] = [];
      const met = { begun: 0, inDoubt: 0 };
      for (let round = 0; round < rounds; round++) {
        const asking = askForRound(deployment);
        // Alternately as soon as a public write is on its way and as soon as anything has started.
        await seen(world, round % 2 === 0 ? 'in_doubt' : 'begun');
        await sleep(random.whole(0, NETWORK_MS));
        if (part === 'crash') await fleet.takeDown();
        else for (const { index } of fleet.slots) fleet.stop(index, FROZEN_MS);
        const open = await openTargets(world);
        met.begun += open.begun;
        met.inDoubt += open.in_doubt;
        await ageUnfinishedTargets(world);
        if (part === 'crash') fleet.bringUp();
        requested.push(...(await asking));
        await settled(world);
        if (round % 10 === 9) options.progress(`${round + 1} of ${rounds} rounds`);
      }
      const judgement = await judge(world, fleet, { requested, boundMs: BOUND_MS });
      const violations = [...(await endedWithoutARun(world)), ...definiteFailures(judgement)];
      if (met.begun === 0 || met.inDoubt === 0) violations.push(`the crashes met ${JSON.stringify(met)}`);
      const notes = `${rounds} times away, with ${met.begun} targets begun and ${met.inDoubt} writes in doubt`;
      const what = { scenario: 'absence', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};

/** The calls of X, LinkedIn, Instagram and Threads that create a post. */
const PUBLIC_WRITE = '^/2/tweets$|^/rest/posts$|/media_publish$|/threads_publish$';

/** Posts that are due at one time, and some that are published immediately at that time. */
async function askForRound({ urls, project, imageUrl }: Deployment): Promise<RequestedPost[]> {
  const dueAt = Date.now() + DUE_IN_MS;
  const next = (n: number, inMs?: number) => {
    const accounts = project.accounts.filter((_, index) => Math.floor(index / NETWORKS.length) === n % 2);
    const when = inMs === undefined ? {} : { inMs };
    return requestPost({ urls, project, accounts, imageUrl, timeoutMs: 60_000, isCommented: n % 3 > 0, ...when }, n);
  };
  const scheduled = Array.from({ length: POSTS.scheduled }, (_, n) => next(n, dueAt - Date.now()));
  await sleep(Math.max(0, dueAt - Date.now()));
  const immediate = Array.from({ length: POSTS.immediate }, (_, n) => next(n));
  return Promise.all([...scheduled, ...immediate]);
}

type Open = { readonly begun: number; readonly in_doubt: number };

async function openTargets({ postgres }: World): Promise<Open> {
  const [open] = await postgres.query<Open>(
    `select count(*) filter (where t.lease_token > 0)::int as begun,
       count(*) filter (where exists (select from write_intents i where i.project_id = t.project_id and i.target_id = t.id
         and i.kind in ('publish', 'comment') and i.state = 'intended'))::int as in_doubt
     from targets t where not t.done`,
  );
  return open!;
}

async function seen(world: World, what: keyof Open): Promise<void> {
  for (const endAt = Date.now() + BOUND_MS; (await openTargets(world))[what] === 0; await sleep(5))
    if (Date.now() > endAt) throw new Error(`no target was ${what} within ${BOUND_MS} ms`);
}

/**
 * Moves all unfinished work ten minutes into the past, because PostgreSQL's clock cannot be moved.
 */
async function ageUnfinishedTargets({ postgres }: World): Promise<void> {
  const earlier = (...columns: string[]) =>
    columns.map((column) => `${column} = ${column} - interval '${AWAY_SECONDS} s'`).join(', ');
  await postgres.query(
    `with open as (
       update targets set ${earlier('run_at', 'lease_expires_at', 'deadline_at')} where not done returning project_id, id, post_id
     ), intents as (
       update write_intents i set ${earlier('intended_at')} from open o where i.project_id = o.project_id and i.target_id = o.id
     )
     update posts p set ${earlier('publish_at')} where exists (select from open o where o.project_id = p.project_id and o.post_id = p.id)`,
  );
}

async function settled({ postgres }: World): Promise<void> {
  for (const endAt = Date.now() + BOUND_MS; Date.now() < endAt; await sleep(100)) {
    const [open] = await postgres.query<{ n: number }>('select count(*)::int as n from targets where not done');
    if (open!.n === 0) return;
  }
}

/**
 * Each run takes a lease token and counts as a claim; the sweep, which reads nothing back, only
 * takes a token.
 */
async function endedWithoutARun({ postgres }: World): Promise<string[]> {
  const rows = await postgres.query<{ id: string; code: string | null }>(
    `select id, coalesce(error_detail ->> 'code', comment_error) as code from targets where lease_token <> claims`,
  );
  return rows.map(({ id, code }) => `target ${id} was ended as ${code} by the sweep, and not by a run`);
}

/**
 * The networks refuse nothing here, so only targets that reading back could not decide may fail.
 */
function definiteFailures({ codes, comments }: Awaited<ReturnType<typeof judge>>): string[] {
  return [codes, comments.codes].flatMap((each) => Object.entries(each).map(([code, n]) => `${n} failed with ${code}`));
}
