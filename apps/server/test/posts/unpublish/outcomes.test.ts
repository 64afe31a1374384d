import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { claimUnpublishes } from '../../../src/posts/unpublish/unpublishes.table.ts';
import { fromPublicId, ids } from '../../../src/process/ids.ts';
import { MOMENT } from '../../expected-post.ts';
import type { Instance } from '../../harness.ts';
import { useServer } from '../../use-server.ts';
import {
  DELETE,
  deletions,
  failed,
  published,
  readTarget,
  removalEvents,
  removed,
  unpublish,
} from './use-unpublishes.ts';

const server = useServer();
let other: Instance;
beforeAll(async () => {
  other = await server.startAnother();
});
afterEach(() => server.sandbox.removeFaults());

const MAY_BE_GONE = /^outcome_unknown: The network was asked to delete the post, .* Send the same request again/;

test('twenty requests at once at two servers: one deletion, one event, the same answer to all, read at once', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  // Remembered as final, by both servers.
  const projects = [ana.project, ana.project.at(other.baseUrl)];
  for (const project of projects) await project.call('GET', `/api/v1/posts/${post.id}`);
  await server.sandbox.fail({ network: 'x', path: DELETE, action: 'delay_after', delayMs: 400 });
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => unpublish(projects[i % 2]!, post.id)));
  expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(20).fill([200, replies[0]!.body]));
  expect(replies[0]!.body).toEqual(removed(post));
  expect(await readTarget(ana, post.id)).toEqual({ ...post.targets[0], unpublishedAt: MOMENT });
  expect([await deletions(ana), await ana.posts(), await removalEvents(server, ana)]).toEqual([
    1,
    [],
    ['target.unpublished'],
  ]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });

  expect((await unpublish(ana.project, post.id)).body).toEqual(replies[0]!.body);
  expect(await deletions(ana)).toBe(1);
});

test('an event of a removal brings no second event of its post, however long the first one is deleted', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  const types = async () =>
    (await ana.project.call<{ events: { type: string }[] }>('GET', '/api/v1/events')).body.events.map(
      ({ type }) => type,
    );
  await expect.poll(types).toContain('post.published');
  await server.db.query({ text: `delete from events where type = 'post.published'` });
  await unpublish(ana.project, post.id);
  await expect.poll(types).toContain('target.unpublished');
  expect(await types()).not.toContain('post.published');
});

test('of two claims at once one gets the target, until its lease is over', async () => {
  const ana = await server.person('x');
  const targetId = fromPublicId('tgt', (await published(ana)).targets[0]!.id)!;
  const { rows } = await server.db.query<{ id: string }>({
    text: 'select project_id as id from targets where id = $1',
    values: [targetId],
  });
  const projectId = rows[0]!.id;
  const claim = (attemptId: string, leaseSeconds: number) =>
    claimUnpublishes(server.db, { projectId, attemptId, targetIds: [targetId], leaseSeconds });
  const [one, another] = [ids.uuid(), ids.uuid()];
  const claimed = await Promise.all([claim(one, 60), claim(another, 60)]);
  expect(claimed.toSorted((a, b) => b.length - a.length)).toEqual([[targetId], []]);
  const [first, second] = claimed[0]!.length > 0 ? [one, another] : [another, one];
  expect(await claim(first, 0)).toEqual([targetId]);
  expect(await claim(second, 60)).toEqual([targetId]);
});

describe('an answer that is', () => {
  test.each([
    ['lost once', { action: 'drop_after', times: 1 }, 2],
    ['replaced by a server error', { action: 'status_after', status: 503, times: 1 }, 2],
    ['never given', { action: 'drop_before', times: 2 }, 3],
  ] as const)('%s: the deletion is sent again, and the post is gone', async (_name, fault, calls) => {
    const ana = await server.person('x');
    const post = await published(ana);
    await server.sandbox.fail({ network: 'x', path: DELETE, ...fault });
    expect((await unpublish(ana.project, post.id)).body).toEqual(removed(post));
    expect([await deletions(ana), await ana.posts()]).toEqual([calls, []]);
  });

  test('lost until a refusal: it may be gone, and stays so until the network says that it is', async () => {
    const ana = await server.person('x');
    const post = await published(ana);
    await server.sandbox.fail({ network: 'x', path: DELETE, action: 'drop_after' });
    await server.sandbox.fail({ network: 'x', path: DELETE, action: 'status', status: 429, body: {}, times: 3 });
    for (const _ of ['the first', 'a later one', 'one that finds the refusal of that']) {
      expect((await unpublish(ana.project, post.id)).body).toEqual(failed(post, MAY_BE_GONE));
      expect(await readTarget(ana, post.id)).toMatchObject({
        unpublishedAt: null,
        unpublishError: expect.stringMatching(MAY_BE_GONE),
      });
    }
    expect((await unpublish(ana.project, post.id)).body).toEqual(removed(post));
    expect(await readTarget(ana, post.id)).toMatchObject({ unpublishedAt: MOMENT, unpublishError: null });
  });
});

test('a definite refusal: the post stays, unpublishError says why, and another call removes it', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  await server.sandbox.fail({ network: 'x', path: DELETE, action: 'status', status: 429, body: {} });
  expect((await unpublish(ana.project, post.id)).body).toEqual(failed(post, /^rate_limited: X is receiving/));
  expect(await readTarget(ana, post.id)).toMatchObject({ unpublishError: expect.stringMatching(/^rate_limited: /) });
  expect([(await ana.posts()).length, await removalEvents(server, ana)]).toEqual([1, []]);
  expect((await unpublish(ana.project, post.id)).body).toEqual(removed(post));
});

test('a chain is deleted whole, the last post first; a later call goes on where one stopped', async () => {
  const ana = await server.person('x');
  const { body } = await ana.publish({
    target: { thread: [{ content: 'One' }, { content: 'Two' }, { content: 'Three' }] },
  });
  const live = body.post.targets[0]!.thread!.map(({ platformPostId }) => platformPostId);
  // The row of the second post is now behind that of the third.
  await server.db.query({
    text: `update targets set run_at = run_at - interval '1 second' where platform_post_id = $1`,
    values: [live[1]],
  });
  await server.sandbox.fail({ network: 'x', path: DELETE, action: 'status', status: 429, body: {}, skip: 1 });
  expect((await unpublish(ana.project, body.post.id)).body).toEqual(failed(body.post, /^rate_limited: /));
  expect((await unpublish(ana.project, body.post.id)).body).toEqual(removed(body.post));
  const deleted = (await ana.calls())
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => path.split('/').at(-1));
  expect(deleted).toEqual([live[2], live[1], live[1], live[0]]);
  expect(await ana.posts()).toEqual([]);
});

test('a post that somebody deleted at the network counts as removed', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  await server.sandbox.control('x', 'delete-post', { platformPostId: post.targets[0]!.platformPostId });
  expect((await unpublish(ana.project, post.id)).body).toEqual(removed(post));
});

test('a post whose id the network did not give cannot be removed, and says so', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  await server.db.query({
    text: 'update targets set platform_post_id = null where platform_post_id = $1',
    values: [post.targets[0]!.platformPostId],
  });
  expect((await unpublish(ana.project, post.id)).body).toEqual(
    failed(post, /^content_rejected: .* Delete it there\.$/),
  );
  expect(await deletions(ana)).toBe(0);
});

test('Threads: an account without threads_delete is told to connect again; with it the post is gone', async () => {
  const tom = await server.person('threads');
  const post = await published(tom);
  const scopes = (change: string) =>
    server.db.query({
      text: `update credentials set scopes = ${change} where account_id in (select id from accounts where platform_user_id = $1)`,
      values: [tom.account.platformUserId],
    });
  expect((await unpublish(tom.project, post.id)).body).toEqual(removed(post));
  expect(await tom.posts()).toEqual([]);
  const kept = await published(tom);
  await scopes(`array_remove(scopes, 'threads_delete')`);
  expect((await unpublish(tom.project, kept.id)).body).toEqual(
    failed(kept, /^permission_missing: .* Connect the account again to grant threads_delete\.$/),
  );
  expect(await tom.posts()).toHaveLength(1);
});

test('disconnecting waits for a deletion in flight; after its answer nothing is deleted', async () => {
  const ana = await server.person('x');
  const [gone, kept] = [await published(ana), await published(ana)];
  await server.sandbox.hold('before', { network: 'x', path: DELETE });
  const removing = unpublish(ana.project, gone.id);
  await expect.poll(() => deletions(ana)).toBe(1);
  const disconnecting = ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
  await expect.poll(ana.read).toMatchObject({ status: 'revoked' });
  await server.sandbox.release();
  expect((await disconnecting).status).toBe(200);
  expect((await removing).body).toEqual(removed(gone));
  expect((await unpublish(ana.project, kept.id)).body).toEqual(failed(kept, /^account_not_active: /));
  expect((await ana.posts()).map(({ id }) => id)).toEqual([kept.targets[0]!.platformPostId]);
});
