import type { Account, Post } from '@fanfare/contract';
import { type Call, type Network, NetworkError, type OAuthAdapter, Secret } from '@fanfare/network';
import { createThreads, THREADS_DEFAULTS } from '@fanfare/network-threads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNetworks } from '../../../src/config/networks.ts';
import { open, press, queryOf } from '../../connect-steps.ts';
import { useServer } from '../../use-server.ts';

/** Anything an adapter may return. An adapter written in JavaScript is not bound by types. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\0', 'a\0', '\ud83d', '\udc4b!', 'x'.repeat(10_000), '', '👋'.repeat(600), 'https://x.com/a'),
);
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(Number.NaN, 1e308, -1e308, Number.POSITIVE_INFINITY, 8.64e15 + 1, -1),
);
const strange = fc.oneof({ weight: 6, arbitrary: text }, number, fc.constantFrom(null, undefined, true, '12', {}));

const answers = fc.record({
  token: fc.oneof(fc.constant('token'), text),
  scopes: fc.array(strange, { maxLength: 5 }),
  expiresAt: fc.oneof(number, strange),
  refreshExpiresAt: fc.oneof(number, strange),
  userId: strange,
  username: strange,
  otherIds: fc.array(strange, { maxLength: 3 }),
  handle: strange,
  step: strange,
  warning: text,
  postId: strange,
  url: strange,
  permalink: strange,
  commentId: strange,
  counts: fc.array(fc.oneof(number, strange), { minLength: 5, maxLength: 5 }),
  refuses: fc.boolean(),
  refusesComment: fc.boolean(),
  words: text,
  waitMs: fc.oneof(fc.constant(undefined), fc.double({ max: 0 }), fc.constantFrom(Number.NaN, -1)),
});
type Answers = typeof answers extends fc.Arbitrary<infer Value> ? Value : never;

let says: Answers;

const refusal = (): NetworkError =>
  new NetworkError({
    code: 'content_rejected',
    outcome: 'rejected',
    message: says.words,
    networkCode: says.words,
    networkMessage: says.words,
    remedy: says.words,
    retryAfterMs: says.waitMs,
    mediaIndex: Number.NaN,
  });

const threads = createThreads({ ...THREADS_DEFAULTS, clientId: 'app', clientSecret: new Secret('secret') });
const never = () => Promise.reject(new Error('Nothing is in doubt here.'));

/** An adapter that returns whatever it received, unchecked. */
const adapter = {
  ...threads,
  connect: {
    ...threads.connect,
    exchange: async () => ({
      accessToken: new Secret(says.token),
      refreshToken: null,
      expiresAt: says.expiresAt,
      refreshExpiresAt: says.refreshExpiresAt,
      scopes: says.scopes,
    }),
    profiles: async () => ({
      ok: true,
      profiles: [{ platformUserId: says.userId, username: says.username, otherIds: says.otherIds }],
    }),
  },
  publish: {
    async prepare(call: Call) {
      await call.step({
        kind: 'media',
        ordinal: 0,
        async send(warn) {
          warn({ code: 'alt_text_refused', message: says.warning });
          return says.step as string;
        },
      });
      return { handle: says.handle, body: null };
    },
    async send() {
      if (says.refuses) throw refusal();
      return { platformPostId: says.postId, url: says.url };
    },
    reconcile: never,
  },
  comment: {
    prepare: async () => ({ handle: says.handle, body: null }),
    async send() {
      if (says.refusesComment) throw refusal();
      return { platformPostId: says.commentId, url: null };
    },
    reconcile: never,
  },
  permalink: async () => says.permalink,
  async metrics() {
    if (says.refuses) throw refusal();
    const [views, likes, comments, shares, saves] = says.counts;
    return { views, likes, comments, shares, saves };
  },
} as unknown as OAuthAdapter;

const network: Network = { name: 'Threads', adapter, configured: true, origins: [] };
const server = useServer({ options: { networks: createNetworks([network]) } });

const isStorable = (value: unknown): boolean => !/\\u0000|\\ud[89a-f]/.test(JSON.stringify(value) ?? '');

test('whatever an adapter returns, connecting, publishing, commenting and counting end in the service’s own words, in the first run', async () => {
  const project = await server.createProject();
  const key = fc.uuid({ version: 4 });
  await fc.assert(
    fc.asyncProperty(answers, key, async (answered, idempotencyKey) => {
      says = answered;
      const { body } = await project.call<{ authUrl: string }>('POST', '/api/v1/accounts/connect', {
        platform: 'threads',
        redirectUrl: 'http://127.0.0.1/connected',
      });
      const pressed = await press(body.authUrl);
      const state = pressed.consent.searchParams.get('state');
      const { origin } = new URL(body.authUrl);
      const back = await open(`${origin}/oauth/threads/callback?code=c&state=${state}`, 'GET', pressed.cookie);
      const { status, accountId, reason } = queryOf(back.location);
      if (status !== 'success') {
        expect([back.status, status, reason]).toEqual([303, 'error', 'network_unavailable']);
        return;
      }
      const { account } = (await project.call<{ account: Account }>('GET', `/api/v1/accounts/${accountId}`)).body;
      expect([account.status, isStorable(account)]).toEqual(['active', true]);

      const created = await project.publish<{ post: Post }>(
        { content: 'Hello', platforms: [{ platform: 'threads', accountId, firstComment: 'First' }] },
        idempotencyKey,
      );
      expect(created.status).toBe(201);
      const post = await project.settled(created.body.post.id);
      const target = post.targets[0]!;
      expect(isStorable(target)).toBe(true);
      expect([target.status, target.errorDetail?.code]).toEqual(
        answered.refuses ? ['failed', 'content_rejected'] : ['published', undefined],
      );
      if (!answered.refuses) {
        const isLost = target.platformPostId === null;
        expect([target.commentStatus, target.commentError?.split(':')[0]]).toEqual(
          isLost
            ? ['failed', 'network_unavailable']
            : answered.refusesComment
              ? ['failed', 'content_rejected']
              : ['published', undefined],
        );
      }
      const metrics = await project.call('GET', `/api/v1/posts/${created.body.post.id}/metrics`);
      expect([metrics.status, isStorable(metrics.body)]).toEqual([200, true]);
      const { rows } = await server.db.query<{ runs: number }>({
        text: 'select max(lease_token)::int as runs from targets',
      });
      expect(rows).toEqual([{ runs: 1 }]);
    }),
    { numRuns: 60 },
  );
});
