import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, ask } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { onStage, type Stage, times } from '../stage.ts';
import { NETWORKS, type World } from '../world.ts';

/** Longer than any target here may take in all. */
const AWAY_SECONDS = 600;
/** Scheduled and immediate posts of a round, on all networks each. */
const POSTS = { scheduled: 6, immediate: 2 };
const DUE_IN_MS = 1_500;
/** A write of each network is on its way for this long, so that a fall meets some in doubt. */
const NETWORK_MS = 250;
const FROZEN_MS = 2_000;
/** Within this every target of a round is to be begun, and then to settle. */
const BOUND_MS = 120_000;

/** All servers fall in the moment posts are due, and none runs for ten minutes: what was begun is not failed for that. */
export const absence: Scenario = {
  name: 'absence',
  about: 'all servers fall when posts fall due, and none runs for 10 minutes (--rounds)',
  parts: ['crash', 'freeze'],
  run(part, options) {
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const rounds = options.rounds ?? 40;
    const { servers = 2, mutants } = options;
    return onStage({ servers, mutants, networks: times(2, NETWORKS) }, async (stage) => {
      const { world, fleet } = stage;
      for (const network of NETWORKS) {
        await world.sandbox.control(network, 'processing', { ms: NETWORK_MS });
        const late = { network, method: 'POST', path: PUBLIC_WRITE, action: 'delay_after' } as const;
        await world.sandbox.fail({ ...late, delayMs: NETWORK_MS, times: 1_000_000 });
      }
      const asked: Asked[] = [];
      const met = { begun: 0, inDoubt: 0 };
      for (let round = 0; round < rounds; round++) {
        const asking = askForRound(stage);
        // Every other time as soon as a public write is on its way, else as soon as anything is begun.
        await seen(world, round % 2 === 0 ? 'in_doubt' : 'begun');
        await sleep(random.whole(0, NETWORK_MS));
        if (part === 'crash') await fleet.takeDown();
        else for (const { index } of fleet.slots) fleet.stop(index, FROZEN_MS);
        const open = await openTargets(world);
        met.begun += open.begun;
        met.inDoubt += open.in_doubt;
        await letTimePass(world);
        if (part === 'crash') fleet.bringUp();
        asked.push(...(await asking));
        await settled(world);
        if (round % 10 === 9) options.progress(`${round + 1} of ${rounds} rounds`);
      }
      const judgement = await judge(world, fleet, { asked, boundMs: BOUND_MS });
      const violations = [...(await endedWithoutARun(world)), ...definiteFailures(judgement)];
      if (met.begun === 0 || met.inDoubt === 0) violations.push(`the falls met ${JSON.stringify(met)}`);
      const notes = `${rounds} times away, with ${met.begun} targets begun and ${met.inDoubt} writes in doubt`;
      const what = { scenario: 'absence', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};

/** The calls that make a post: of X, LinkedIn, Instagram and Threads. */
const PUBLIC_WRITE = '^/2/tweets$|^/rest/posts$|/media_publish$|/threads_publish$';

/** Posts that fall due in one moment, and some that are published at once in that same moment. */
async function askForRound({ urls, project, imageUrl }: Stage): Promise<Asked[]> {
  const dueAt = Date.now() + DUE_IN_MS;
  const next = (n: number, inMs?: number) => {
    const accounts = project.accounts.filter((_, index) => Math.floor(index / NETWORKS.length) === n % 2);
    const when = inMs === undefined ? {} : { inMs };
    return ask({ urls, project, accounts, imageUrl, timeoutMs: 60_000, isCommented: n % 3 > 0, ...when }, n);
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

/** Ten minutes pass for everything that is not done: PostgreSQL's clock cannot be moved, so what is stored is. */
async function letTimePass({ postgres }: World): Promise<void> {
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

/** Each run takes a token and counts as a claim; the sweep, which reads nothing back, takes a token alone. */
async function endedWithoutARun({ postgres }: World): Promise<string[]> {
  const rows = await postgres.query<{ id: string; code: string | null }>(
    `select id, coalesce(error_detail ->> 'code', comment_error) as code from targets where lease_token <> claims`,
  );
  return rows.map(({ id, code }) => `target ${id} was ended as ${code} by the sweep, and not by a run`);
}

/** Nothing is refused here, so nothing may fail but what reading could not decide. */
function definiteFailures({ codes, comments }: Awaited<ReturnType<typeof judge>>): string[] {
  return [codes, comments.codes].flatMap((each) => Object.entries(each).map(([code, n]) => `${n} failed with ${code}`));
}
