import type { ErrorBody } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { findDifferences } from '../../src/usage/audit.table.ts';
import { inMs } from '../in-ms.ts';
import { until } from '../until.ts';
import { type Person, useServer } from '../use-server.ts';
import { networkCalls, postSigned, signedRequest } from './callbacks.ts';
import { dumpOf, removalsDone, rowsWith, uuidOf } from './dump.ts';

const server = useServer({ options: { timings: { sweepMs: 200 } } });
afterEach(() => server.sandbox.removeFaults());

const errorsOf = (from: number): string[] =>
  server
    .log()
    .slice(from)
    .split('\n')
    .filter((line) => line.includes('"level":50'));

/** Nothing of the person is left, the accounting agrees, and no server logged an error. */
async function expectGone(person: Person, from: number): Promise<void> {
  await removalsDone(server.db);
  const traces = [person.username, person.account.platformUserId, uuidOf(person.account.id)];
  expect(rowsWith(await dumpOf(server.db), traces)).toEqual([]);
  expect(await findDifferences(server.db)).toEqual([]);
  expect(errorsOf(from)).toEqual([]);
}

test('a post whose media is still being prepared is not published, and its caller gets no internal error', async () => {
  const from = server.log().length;
  const ana = await server.person('instagram');
  await server.sandbox.hold('after', { network: 'instagram', method: 'POST', path: '/media$' });
  const publishing = ana.publish({
    content: `By ${ana.username}`,
    mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }],
  });
  await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /{me}/media');
  await networkCalls(server, ana, 'data-deletion');
  await server.sandbox.release();
  const { status, body } = await publishing;
  expect(status).toBe(201);
  expect(body.post.targets.map(({ status }) => status)).not.toContain('published');
  await expectGone(ana, from);
  expect(await ana.posts()).toEqual([]);
  expect((await ana.project.usage()).reserved).toBe(0);
});

test('a post in flight arrives, is billed, and is then deleted', async () => {
  const from = server.log().length;
  const ana = await server.person('threads');
  await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$' });
  const publishing = ana.publish({ content: `By ${ana.username}` });
  await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /{me}/threads_publish');
  // Signed here: the network's own removal would revoke the token during the post.
  await postSigned(server, 'threads/deauthorize', signedRequest('threads', ana.account.platformUserId));
  await server.sandbox.release();
  const { status } = await publishing;
  expect(status).toBe(201);
  await expectGone(ana, from);
  expect([(await ana.posts()).length, (await ana.project.usage()).used, (await ana.project.usage()).reserved]).toEqual([
    1, 1, 0,
  ]);
});

test('a first comment in flight arrives, is billed, and is then deleted with its post', async () => {
  const from = server.log().length;
  const ana = await server.person('threads');
  // Lets the post's own publish pass.
  await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$', skip: 1 });
  const publishing = ana.publish({ content: `By ${ana.username}`, target: { firstComment: 'And more' } });
  const published = async () => (await ana.writes()).filter((call) => call === 'POST /{me}/threads_publish').length;
  await expect.poll(published, { interval: 10 }).toBe(2);
  await postSigned(server, 'threads/deauthorize', signedRequest('threads', ana.account.platformUserId));
  await server.sandbox.release();
  expect((await publishing).status).toBe(201);
  await expectGone(ana, from);
  expect((await ana.posts()).map(({ comments }) => comments.length)).toEqual([1]);
  expect(await ana.project.usage()).toMatchObject({ used: 2, reserved: 0 });
});

test('a pending first comment whose account is removed is never sent', async () => {
  const from = server.log().length;
  const ana = await server.person('threads');
  await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$' });
  const publishing = ana.publish({ content: `By ${ana.username}`, target: { firstComment: 'And more' } });
  await expect.poll(() => ana.writes(), { interval: 10 }).toContain('POST /{me}/threads_publish');
  await postSigned(server, 'threads/deauthorize', signedRequest('threads', ana.account.platformUserId));
  // The removal runs after its answer.
  await expect.poll(async () => (await ana.read())?.status, { interval: 10 }).not.toBe('active');
  await server.sandbox.release();
  expect((await publishing).status).toBe(201);
  await expectGone(ana, from);
  expect((await ana.posts()).map(({ comments }) => comments.length)).toEqual([0]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('posts that are recorded while their account is being removed are refused or deleted, never left incomplete', async () => {
  const from = server.log().length;
  const ana = await server.person('threads');
  const replies: Promise<{ status: number }>[] = [];
  for (let i = 0; i < 40; i++) {
    if (i === 10) replies.push(networkCalls(server, ana, 'data-deletion'));
    replies.push(ana.publish({ content: `${ana.username} ${i}`, ...(i % 2 === 0 && { publishAt: inMs(3_600_000) }) }));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const statuses = new Set((await Promise.all(replies)).map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 201, 202, 404, 429].includes(status))).toEqual([]);
  await expectGone(ana, from);
  expect((await ana.project.usage()).reserved).toBe(0);
});

test('two profiles of one post that are removed concurrently leave an empty post', async () => {
  const from = server.log().length;
  const ana = await server.person('threads');
  const ben = await server.person('threads', { project: ana.project });
  const to = ({ account }: Person) => ({ platform: 'threads', accountId: account.id });
  const posts: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { body } = await ana.project.publish({ content: `Both of us ${i}`, platforms: [to(ana), to(ben)] });
    posts.push(body.post.id);
  }
  const other = await server.startAnother();
  await Promise.all([networkCalls(server, ana, 'deauthorize'), networkCalls(other, ben, 'deauthorize')]);
  await expectGone(ana, from);
  await expectGone(ben, from);
  for (const id of posts) {
    const post = await ana.project.read(id);
    expect([post.content, post.media, post.targets]).toEqual(['', [], []]);
  }
});

test.each([
  ['at once', {}],
  ['for later', { publishAt: inMs(3_600_000) }],
])(
  'a post %s whose account is removed while it is being recorded is refused as for any unknown account',
  async (_when, extra) => {
    const from = server.log().length;
    const ana = await server.person('threads');
    let publishing: Promise<{ status: number; text: string }> | undefined;
    await server.db.transaction(async (tx) => {
      // Holds the locks of the last step of a removal.
      await tx.query({ text: 'select from accounts where id = $1 for update', values: [uuidOf(ana.account.id)] });
      publishing = ana.publish({ content: `By ${ana.username}`, ...extra }, 'key');
      await until(async () => {
        const { rowCount } = await server.db.query({
          text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%asked_target as materialized%'",
        });
        return rowCount === 1 ? true : null;
      });
      await tx.query({ text: 'delete from accounts where id = $1', values: [uuidOf(ana.account.id)] });
    });
    const { status, text } = await publishing!;
    const { code, details } = (JSON.parse(text) as ErrorBody).error;
    const message = `There is no account ${ana.account.id} in this project.`;
    const detail = { path: 'platforms[0].accountId', accountId: ana.account.id, message };
    expect([status, code, details]).toEqual([404, 'account_not_found', [detail]]);
    expect(errorsOf(from)).toEqual([]);
    expect((await ana.project.call('GET', '/api/v1/posts')).body).toMatchObject({ posts: [] });
    expect((await ana.project.usage()).reserved).toBe(0);
    expect((await ana.publish({ content: 'Again' }, 'key')).status).toBe(404);
  },
);
