import { afterEach, describe, expect, test } from 'vitest';
import { grantOnly } from '../../granted-scopes.ts';
import { type Person, useServer } from '../../use-server.ts';
import { failedFor, repostedBy } from './expected-reposts.ts';
import {
  accountingOf,
  differences,
  postOfStranger,
  repostByHand,
  repostCalls,
  repostersOf,
  repostId,
} from './use-reposts.ts';

const server = useServer();
afterEach(async () => {
  await server.sandbox.removeFaults();
  await server.sandbox.control('x', 'already-reposted', { answer: 'invalid-request' });
  await server.sandbox.control('x', 'missing-repost', { answer: 'not-found' });
  await server.sandbox.control('x', 'credits', { usd: 1_000 });
  await server.sandbox.control('x', 'client-forbidden', { reason: null });
  expect(await differences(server)).toEqual([]);
});

describe('a post that was reposted by hand before', () => {
  test.each([
    ['invalid-request', null],
    ['code-327', null],
    ['ok', undefined],
  ] as const)('is a success when X reports it as %s, and is billed once', async (answer, id) => {
    await server.sandbox.control('x', 'already-reposted', { answer });
    const ana = await server.person('x');
    const post = await postOfStranger(server);
    await repostByHand(server, ana, post.id);
    const first = await repostId(ana, post.id);
    expect(first.body).toEqual({ reposts: [repostedBy(ana.account, id)] });
    expect((await repostId(ana, post.id)).body).toEqual(first.body);
    expect(await repostersOf(server, post.id)).toEqual([ana.username]);
    // One by hand, one by the service.
    expect(await repostCalls(ana)).toHaveLength(2);
    expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
  });
});

test('a repost without its own id is a success', async () => {
  await server.sandbox.control('x', 'repost-id', { on: false });
  const ana = await server.person('x');
  const { id } = await postOfStranger(server);
  expect((await repostId(ana, id)).body.reposts).toEqual([repostedBy(ana.account, null)]);
  await server.sandbox.control('x', 'repost-id', { on: true });
});

type Case = {
  readonly name: string;
  readonly arrange: (ana: Person, post: { username: string; id: string }) => Promise<unknown>;
  readonly error: RegExp;
  /** The account's status afterwards; active when absent. */
  readonly becomes?: string;
  readonly calls?: number;
};

const OPEN_IT = 'Open the post on x.com as this account.';
const GONE = new RegExp(
  `^content_rejected: X does not find the post to repost: it was deleted, or this account may not see it. ${OPEN_IT}$`,
);
const NOT_ALLOWED = /^content_rejected: The author of this post does not let this account repost it\. Repost /;
const deletePost = (_ana: Person, { id }: { id: string }) =>
  server.sandbox.control('x', 'delete-post', { platformPostId: id });

const cases: readonly Case[] = [
  { name: 'the post was deleted, answered with 404', arrange: deletePost, error: GONE },
  ...(['invalid-request', 'errors'] as const).map(
    (answer): Case => ({
      name: `the post was deleted, answered with ${answer}`,
      arrange: async (ana, post) => {
        await deletePost(ana, post);
        await server.sandbox.control('x', 'missing-repost', { answer });
      },
      error: GONE,
    }),
  ),
  {
    name: 'the author blocks the account',
    arrange: (ana, { username }) => ana.control('block', { by: username, on: true }),
    error: /^content_rejected: /,
  },
  {
    name: 'the author is protected',
    arrange: (_ana, { username }) => server.sandbox.control('x', 'protect', { username, on: true }),
    error: /^content_rejected: /,
  },
  {
    name: 'the author limits who may repost',
    arrange: () =>
      server.sandbox.fail({
        network: 'x',
        path: '/retweets$',
        action: 'status',
        status: 403,
        body: { errors: [{ code: 328, message: 'Retweet is not permissible for this status.' }] },
      }),
    error: NOT_ALLOWED,
  },
  {
    name: 'the account is suspended',
    arrange: (ana) => ana.control('restrict', { on: true }),
    error: /^account_restricted: X has suspended this account\. The owner must settle the suspension on x\.com\.$/,
  },
  {
    name: 'the account’s limit is reached: reported at once, without waiting',
    arrange: (ana) =>
      ana.control('rate-limit', { endpoint: 'POST /2/users/:id/retweets', remaining: 0, resetSeconds: 600 }),
    error: /^rate_limited: X is receiving too many calls for this account or app\.$/,
  },
  {
    name: 'the operator has no credits',
    arrange: () => server.sandbox.control('x', 'credits', { usd: 0 }),
    error: /^network_credits_exhausted: .* Operator: buy credits in the X developer console\.$/,
  },
  {
    name: 'the operator’s app is not enrolled',
    arrange: () => server.sandbox.control('x', 'client-forbidden', { reason: 'client-not-enrolled' }),
    error: /^permission_missing: The X app .* Operator: attach the app/,
  },
  {
    name: 'the token was revoked',
    arrange: (ana) => ana.control('revoke-token'),
    error: /^account_not_active: X does not accept the authorization of this account\. Connect the account again\.$/,
    becomes: 'expired',
  },
  {
    name: 'both tokens ended',
    arrange: (ana) => ana.control('expire-tokens', { refresh: true }),
    error: /^account_not_active: .* Connect the account again\.$/,
    becomes: 'expired',
  },
  {
    name: 'a renewal fails temporarily',
    arrange: async (ana) => {
      await ana.control('expire-tokens');
      await server.sandbox.fail({ network: 'x', path: '/oauth2/token$', action: 'status', status: 503, times: 9 });
    },
    error: /^network_unavailable: /,
  },
  {
    name: 'X refuses without a reason',
    arrange: () => server.sandbox.fail({ network: 'x', path: '/retweets$', action: 'status', status: 400, body: {} }),
    error: /^content_rejected: X refused the repost\.$/,
  },
];

test.each(cases)('$name', async ({ arrange, error, becomes = 'active' }) => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  await arrange(ana, post);
  const reply = await repostId(ana, post.id);
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ reposts: [failedFor(ana.account, error)] });
  expect((await ana.read()).status).toBe(becomes);
  expect(await accountingOf(server, ana)).toEqual({ reserved: [{ units: 1, state: 'released' }], ledger: [] });
  expect(await ana.project.usage()).toMatchObject({ used: 0, reserved: 0 });
});

test('the obstacle is gone: the next request reposts, and is billed once', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  await ana.control('restrict', { on: true });
  await repostId(ana, post.id);
  await repostId(ana, post.id);
  await ana.control('restrict', { on: false });
  expect((await repostId(ana, post.id)).body).toEqual({ reposts: [repostedBy(ana.account)] });
  expect(await repostCalls(ana)).toHaveLength(3);
  expect(await accountingOf(server, ana)).toEqual({
    reserved: [{ units: 1, state: 'billed' }],
    ledger: [{ units: 1 }],
  });
});

test('an account without a scope gets its name and the advice to connect again; no call to X', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  await grantOnly(server, ana, ['tweet.read', 'users.read', 'offline.access']);
  expect((await repostId(ana, post.id)).body.reposts).toEqual([
    failedFor(
      ana.account,
      'permission_missing: The account was connected without tweet.write, which X wants for reposts. Connect the account again to grant tweet.write.',
    ),
  ]);
  expect([await repostCalls(ana), await ana.read()]).toEqual([[], ana.account]);
  await ana.project.connect('x', ana.username);
  expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account)]);
});

test('an expired token is renewed once, and the repost is made once', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  await ana.control('expire-tokens');
  expect((await repostId(ana, post.id)).body).toEqual({ reposts: [repostedBy(ana.account)] });
  expect(await ana.writes()).toEqual([
    'POST /2/users/{me}/retweets',
    'POST /2/oauth2/token',
    'POST /2/users/{me}/retweets',
  ]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('an account that expired meanwhile gets no call, and gives the reason', async () => {
  const ana = await server.person('x');
  const post = await postOfStranger(server);
  await ana.control('revoke-token');
  await repostId(ana, post.id);
  const before = await ana.calls();
  expect((await repostId(ana, post.id)).body.reposts).toEqual([
    failedFor(
      ana.account,
      'account_not_active: The account is expired (refresh_rejected). Connect it again to publish.',
    ),
  ]);
  expect(await ana.calls()).toEqual(before);
  await ana.project.connect('x', ana.username);
  expect((await repostId(ana, post.id)).body.reposts).toEqual([repostedBy(ana.account)]);
});
