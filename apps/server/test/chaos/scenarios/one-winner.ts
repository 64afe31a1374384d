import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, withDeployment } from '../deployment.ts';
import type { RequestedPost } from '../load.ts';
import { keepRequesting, markerOf, requestPost } from '../load.ts';
import { judge } from '../oracle.ts';
import { createRandom, type Random } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { NETWORKS } from '../world.ts';

const WIDTH = 8;

/** Two calls of which only one may succeed. */
export const oneWinner: Scenario = {
  name: 'one-winner',
  about: 'cancel against claim, disconnecting an account against publishing (--rounds per part)',
  parts: ['cancel', 'disconnect'],
  run(part, options) {
    const rounds = options.rounds ?? 500;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const { servers = 2, mutants } = options;
    return withDeployment({ servers, mutants, networks: ['x', 'threads'] }, async (deployment) => {
      const { world, fleet } = deployment;
      const violations: string[] = [];
      const wins = { first: 0, second: 0 };
      const requested = await keepRequesting(
        WIDTH,
        (n) => n >= rounds,
        async (n) => {
          if (n % 50 === 0) options.progress(`${part}: ${n} of ${rounds}`);
          const race =
            part === 'cancel' ? await raceCancel(deployment, random, n) : await raceDisconnect(deployment, random, n);
          wins[race.first ? 'first' : 'second']++;
          if (race.violation) violations.push(`${part} ${n}: ${race.violation}`);
          return race.requested;
        },
      );
      const judgement = await judge(world, fleet, { requested, boundMs: 60_000 });
      if (part === 'cancel') violations.push(...(await wrongCancels(deployment)));
      const names = part === 'cancel' ? ['cancelled', 'published'] : ['disconnected first', 'published first'];
      const notes = `${names[0]} ${wins.first}, ${names[1]} ${wins.second}`;
      const what = { scenario: 'one-winner', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};

type Race = { readonly requested: RequestedPost; readonly first: boolean; readonly violation?: string };

/** Cancels at the moment the post is due. */
async function raceCancel({ urls, project }: Deployment, random: Random, n: number): Promise<Race> {
  const inMs = 400;
  const dueAt = Date.now() + inMs;
  const account = project.accounts[n % project.accounts.length]!;
  const requested = await requestPost({ urls, project, accounts: [account], inMs, timeoutMs: 10_000 }, n);
  const id = await postIdOf(urls[0]!, requested);
  await sleep(Math.max(0, dueAt - Date.now() + random.whole(-60, 10)));
  const response = await call(urls[(n + 1) % urls.length]!, project.apiKey, 'POST', `/api/v1/posts/${id}/cancel`);
  const body = (await response.json()) as { post?: { status: string }; error?: { code: string } };
  const cancelled = response.status === 200 && body.post?.status === 'cancelled';
  const lost = response.status === 409 && body.error?.code === 'not_cancellable';
  if (cancelled || lost) return { requested, first: cancelled };
  return { requested, first: false, violation: `the cancel answered ${response.status} ${JSON.stringify(body)}` };
}

/**
 * A post answered as cancelled has no live post, and one that refused the cancel was published: the
 * oracle compares targets, this compares posts.
 */
async function wrongCancels({ world }: Deployment): Promise<string[]> {
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

/** Disconnects while the post goes out: after the answer nothing may appear. */
async function raceDisconnect({ world, urls, project }: Deployment, random: Random, n: number): Promise<Race> {
  const network = NETWORKS[n % NETWORKS.length]!;
  const [account] = await world.connect(urls[0]!, project.apiKey, [network]);
  const image = network === 'instagram' ? { imageUrl: world.sandbox.sample('harbour.jpg') } : {};
  const publishing = requestPost({ urls, project, accounts: [account!], timeoutMs: 20_000, ...image }, n).catch(
    (): RequestedPost => ({ key: '', marker: '', apiKey: '', accounts: [], answers: [] }),
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
  const requested = await publishing;
  await sleep(200);
  const later = (await world.sandbox.posts(network, account!.username)).length;
  if (response.status >= 300) return { requested, first: false, violation: `DELETE answered ${response.status}` };
  if (later !== atAnswer)
    return { requested, first: false, violation: `a post appeared after the disconnect was answered` };
  return { requested, first: later === 0 };
}

async function postIdOf(url: string, requested: RequestedPost): Promise<string> {
  const response = await call(url, requested.apiKey, 'GET', '/api/v1/posts?limit=100');
  const { posts } = (await response.json()) as { posts: { id: string; content: string }[] };
  return posts.find(({ content }) => markerOf(content) === requested.marker)!.id;
}

const call = (url: string, apiKey: string, method: string, path: string): Promise<Response> =>
  fetch(`${url}${path}`, { method, headers: { Authorization: `Bearer ${apiKey}` } });
