import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '../load.ts';
import { ask, keepAsking, markerOf } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom, type Random } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { onStage, type Stage } from '../stage.ts';
import { NETWORKS } from '../world.ts';

const WIDTH = 8;

/** Two calls of which only one may have its way. */
export const oneWinner: Scenario = {
  name: 'one-winner',
  about: 'cancel against claim, disconnecting an account against publishing (--rounds per part)',
  parts: ['cancel', 'disconnect'],
  run(part, options) {
    const rounds = options.rounds ?? 500;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const { servers = 2, mutants } = options;
    return onStage({ servers, mutants, networks: ['x', 'threads'] }, async (stage) => {
      const { world, fleet } = stage;
      const violations: string[] = [];
      const wins = { first: 0, second: 0 };
      const asked = await keepAsking(
        WIDTH,
        (n) => n >= rounds,
        async (n) => {
          if (n % 50 === 0) options.progress(`${part}: ${n} of ${rounds}`);
          const race = part === 'cancel' ? await raceCancel(stage, random, n) : await raceDisconnect(stage, random, n);
          wins[race.first ? 'first' : 'second']++;
          if (race.violation) violations.push(`${part} ${n}: ${race.violation}`);
          return race.asked;
        },
      );
      const judgement = await judge(world, fleet, { asked, boundMs: 60_000 });
      if (part === 'cancel') violations.push(...(await wrongCancels(stage)));
      const names = part === 'cancel' ? ['cancelled', 'published'] : ['disconnected first', 'published first'];
      const notes = `${names[0]} ${wins.first}, ${names[1]} ${wins.second}`;
      const what = { scenario: 'one-winner', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};

type Race = { readonly asked: Asked; readonly first: boolean; readonly violation?: string };

/** Cancels in the very moment the post falls due. */
async function raceCancel({ urls, project }: Stage, random: Random, n: number): Promise<Race> {
  const inMs = 400;
  const dueAt = Date.now() + inMs;
  const account = project.accounts[n % project.accounts.length]!;
  const asked = await ask({ urls, project, accounts: [account], inMs, timeoutMs: 10_000 }, n);
  const id = await postIdOf(urls[0]!, asked);
  await sleep(Math.max(0, dueAt - Date.now() + random.whole(-60, 10)));
  const response = await call(urls[(n + 1) % urls.length]!, project.apiKey, 'POST', `/api/v1/posts/${id}/cancel`);
  const body = (await response.json()) as { post?: { status: string }; error?: { code: string } };
  const cancelled = response.status === 200 && body.post?.status === 'cancelled';
  const lost = response.status === 409 && body.error?.code === 'not_cancellable';
  if (cancelled || lost) return { asked, first: cancelled };
  return { asked, first: false, violation: `the cancel answered ${response.status} ${JSON.stringify(body)}` };
}

/** What was answered as cancelled has no live post, and what was refused was published: the oracle sees the targets, this their posts. */
async function wrongCancels({ world }: Stage): Promise<string[]> {
  const rows = await world.postgres.query<{ id: string; content: string; cancelled: boolean; code: string | null }>(
    `select p.id, p.content, p.cancelled_at is not null as cancelled, t.error_detail ->> 'code' as code
     from posts p join targets t on t.project_id = p.project_id and t.post_id = p.id`,
  );
  const live = new Set((await world.livePosts()).map(({ text }) => markerOf(text)));
  return rows
    .filter(
      ({ content, cancelled, code }) =>
        cancelled === live.has(markerOf(content)) || cancelled !== (code === 'cancelled'),
    )
    .map(({ id, cancelled, code }) => `post ${id}: cancelled ${cancelled}, target ${code ?? 'published'}`);
}

/** Disconnects while the post goes out: once that is answered, nothing may appear any more. */
async function raceDisconnect({ world, urls, project }: Stage, random: Random, n: number): Promise<Race> {
  const network = NETWORKS[n % NETWORKS.length]!;
  const [account] = await world.connect(urls[0]!, project.apiKey, [network]);
  const image = network === 'instagram' ? { imageUrl: world.sandbox.sample('harbour.jpg') } : {};
  const publishing = ask({ urls, project, accounts: [account!], timeoutMs: 20_000, ...image }, n).catch(
    (): Asked => ({ key: '', marker: '', apiKey: '', accounts: [], answers: [] }),
  );
  await sleep(random.whole(0, 120));
  const response = await call(
    urls[(n + 1) % urls.length]!,
    project.apiKey,
    'DELETE',
    `/api/v1/accounts/${account!.id}`,
  );
  await response.text();
  const atAnswer = (await world.sandbox.posts(network, account!.username)).length;
  const asked = await publishing;
  await sleep(200);
  const later = (await world.sandbox.posts(network, account!.username)).length;
  if (response.status >= 300) return { asked, first: false, violation: `DELETE answered ${response.status}` };
  if (later !== atAnswer)
    return { asked, first: false, violation: `a post appeared after the disconnect was answered` };
  return { asked, first: later === 0 };
}

async function postIdOf(url: string, asked: Asked): Promise<string> {
  const response = await call(url, asked.apiKey, 'GET', '/api/v1/posts?limit=100');
  const { posts } = (await response.json()) as { posts: { id: string; content: string }[] };
  return posts.find(({ content }) => markerOf(content) === asked.marker)!.id;
}

const call = (url: string, apiKey: string, method: string, path: string): Promise<Response> =>
  fetch(`${url}${path}`, { method, headers: { Authorization: `Bearer ${apiKey}` } });
