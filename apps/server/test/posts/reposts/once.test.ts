import { beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../harness.ts';
import { type Person, useServer } from '../../use-server.ts';
import { failedFor, repostedBy } from './expected-reposts.ts';
import {
  accountingOf,
  createRepost,
  differences,
  postOfStranger,
  published,
  repostCalls,
  repostersOf,
  repostId,
  repostPost,
} from './use-reposts.ts';

const server = useServer();
let other: Instance;
beforeAll(async () => {
  other = await server.startAnother();
});

test('twenty concurrent requests for one repost at two servers: one call, one bill, the same answer to all', async () => {
  const ana = await server.person('x');
  const { id } = await postOfStranger(server);
  await server.sandbox.fail({ network: 'x', path: '/retweets$', action: 'delay_after', delayMs: 400 });
  const body = { platform: 'x', platformPostId: id, accountIds: [ana.account.id] };
  const projects = [ana.project, ana.project.at(other.baseUrl)];
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => createRepost(projects[i % 2]!, body)));
  expect(replies.map((reply) => [reply.status, reply.body])).toEqual(Array(20).fill([200, replies[0]!.body]));
  expect(replies[0]!.body).toEqual({ reposts: [repostedBy(ana.account)] });
  expect(await repostCalls(ana)).toEqual([id]);
  expect(await repostersOf(server, id)).toEqual([ana.username]);
  expect(await accountingOf(server, ana)).toEqual({
    reserved: [{ units: 1, state: 'billed' }],
    ledger: [{ units: 1 }],
  });
  expect(await differences(server)).toEqual([]);
});

test('by its post and by its link concurrently: still one', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  const { id, platformPostId } = post.targets[0]!;
  await server.sandbox.fail({ network: 'x', path: '/retweets$', action: 'delay_after', delayMs: 300 });
  const [byPost, byId] = await Promise.all([repostPost(ana.project, post.id), repostId(ana, platformPostId!)]);
  expect(byId.body).toEqual({ reposts: [repostedBy(ana.account)] });
  expect(byPost.body).toEqual({ reposts: [{ targetId: id, ...byId.body.reposts[0]! }] });
  expect(await repostCalls(ana)).toHaveLength(1);
  expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
});

test('a failed attempt is the answer to all waiting requests; a later request begins another', async () => {
  const ana = await server.person('x');
  const { id } = await postOfStranger(server);
  await ana.control('restrict', { on: true });
  await server.sandbox.hold('after', { network: 'x', path: '/retweets$' });
  const asking = Promise.all(Array.from({ length: 10 }, () => repostId(ana, id)));
  await expect.poll(() => repostCalls(ana)).toHaveLength(1);
  // The server processes them in order: by the last of these it has seen all ten and their row.
  for (let look = 0; look < 20; look++) await ana.project.usage();
  await server.sandbox.release();
  const replies = await asking;
  expect(replies.map((reply) => [reply.status, reply.body])).toEqual(Array(10).fill([200, replies[0]!.body]));
  expect(replies[0]!.body.reposts).toEqual([failedFor(ana.account, /^account_restricted: /)]);
  expect(await repostCalls(ana)).toHaveLength(1);
  await ana.control('restrict', { on: false });
  expect((await repostId(ana, id)).body.reposts).toEqual([repostedBy(ana.account)]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('requests that share some of their accounts each get the answers of all of theirs', async () => {
  const project = await server.createProject();
  const people: Person[] = [];
  for (let i = 0; i < 4; i++) people.push(await server.person('x', { project }));
  const { id } = await postOfStranger(server);
  await server.sandbox.fail({ network: 'x', path: '/retweets$', action: 'delay_after', delayMs: 200, times: 4 });
  const asks = Array.from({ length: 4 }, (_, i) => [people[i]!, people[(i + 1) % 4]!, people[(i + 2) % 4]!]);
  const replies = await Promise.all(
    asks.map((three) =>
      createRepost(project, {
        platform: 'x',
        platformPostId: id,
        accountIds: three.map(({ account }) => account.id),
      }),
    ),
  );
  expect(replies.map(({ status, body }) => [status, body])).toEqual(
    asks.map((three) => [200, { reposts: three.map(({ account }) => repostedBy(account)) }]),
  );
  expect(await repostersOf(server, id)).toHaveLength(4);
  expect(await project.usage()).toMatchObject({ used: 4, reserved: 0 });
  expect(await differences(server)).toEqual([]);
});

test('one account’s reposts share its lane with its other writes, and none is lost', async () => {
  const ana = await server.person('x');
  const posts: string[] = [];
  for (let i = 0; i < 12; i++) posts.push((await postOfStranger(server)).id);
  await server.sandbox.hold('before', { network: 'x', path: '/retweets$', times: 4 });
  const asking = Promise.all(posts.map((id) => repostId(ana, id)));
  await expect.poll(() => repostCalls(ana)).toHaveLength(4);
  await server.sandbox.release();
  const replies = await asking;
  expect(replies.map(({ body }) => body.reposts)).toEqual(posts.map(() => [repostedBy(ana.account)]));
  expect(await mostAtOnce(ana)).toBe(4);
  expect(await ana.project.usage()).toMatchObject({ used: 12, reserved: 0 });
});

/** The maximum of concurrent reposts of this person, as X saw them. */
async function mostAtOnce(person: Person): Promise<number> {
  const calls = (await person.calls())
    .filter(({ path }) => path.endsWith('/retweets'))
    .map(({ at, durationMs }) => ({ from: Date.parse(at), to: Date.parse(at) + (durationMs ?? 0) }));
  return Math.max(...calls.map(({ from }) => calls.filter((call) => call.from <= from && from < call.to).length));
}
