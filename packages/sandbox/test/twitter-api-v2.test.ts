import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { TwitterApi } from 'twitter-api-v2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostView } from '../src/post/post-view.ts';
import type { LoggedRequest } from '../src/request-log.ts';
import { type Sandbox, startSandbox } from '../src/start.ts';

/**
 * Tests the simulator with an independent client: node-twitter-api-v2 calls `https://api.x.com`,
 * and only its sockets are redirected to the sandbox.
 */
let sandbox: Sandbox;
let agent: Agent;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  agent = new SandboxAgent(sandbox.port);
});

afterAll(async () => {
  agent.destroy();
  await sandbox.close();
});

/**
 * Opens a plain connection to the sandbox instead of a TLS one to the real host; the Host header
 * stays the real one.
 */
class SandboxAgent extends Agent {
  readonly #port: number;
  constructor(port: number) {
    super({ keepAlive: true });
    this.#port = port;
  }
  override createConnection() {
    return connect(this.#port, '127.0.0.1');
  }
}

async function logIn(username: string) {
  const callback = 'http://127.0.0.1:8080/callback';
  const app = new TwitterApi({ clientId: 'sandbox-x-app', clientSecret: 'sandbox-x-secret' }, { httpAgent: agent });
  const scope = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'] as const;
  const link = app.generateOAuth2AuthLink(callback, { scope: [...scope] });
  const page = new URL(link.url);
  const answer = await fetch(
    `${sandbox.networks.x.web}${page.pathname}${page.search}&sandbox_profile=${username}&sandbox_decision=allow`,
    { redirect: 'manual' },
  );
  const landed = new URL(answer.headers.get('location') ?? '');
  expect(page.hostname).toBe('x.com');
  expect(landed.searchParams.get('state')).toBe(link.state);
  return app.loginWithOAuth2({
    code: landed.searchParams.get('code') ?? '',
    codeVerifier: link.codeVerifier,
    redirectUri: callback,
  });
}

const sample = (name: string) => readFileSync(new URL(`../samples/${name}`, import.meta.url));

async function published(): Promise<PostView[]> {
  const { posts } = JSON.parse(await (await fetch(`${sandbox.url}/__sandbox/posts?network=x`)).text());
  return posts;
}

async function logged(): Promise<LoggedRequest[]> {
  const { requests } = JSON.parse(await (await fetch(`${sandbox.url}/__sandbox/requests?network=x`)).text());
  return requests;
}

it('logs in with PKCE and reads its own profile', async () => {
  const { client, expiresIn, scope, refreshToken } = await logIn('ada');
  expect({ expiresIn, scope, hasRefreshToken: typeof refreshToken }).toEqual({
    expiresIn: 7_200,
    scope: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    hasRefreshToken: 'string',
  });
  expect(await client.v2.me()).toEqual({ data: { id: '1498231077314502656', name: 'Ada Park', username: 'ada' } });
});

it('posts a picture with an alternative text', async () => {
  const { client } = await logIn('ada');
  const mediaId = await client.v2.uploadMedia(sample('harbour.jpg'), { media_type: 'image/jpeg' });
  await client.v2.createMediaMetadata(mediaId, { alt_text: { text: 'Boats in the harbour at dusk' } });
  const { data } = await client.v2.tweet('Evening in the harbour', { media: { media_ids: [mediaId] } });

  expect(data.text).toMatch(/^Evening in the harbour https:\/\/t\.co\/[A-Za-z0-9]{10}$/);
  const [post] = await published();
  expect(post).toEqual({
    network: 'x',
    id: data.id,
    url: `${sandbox.url}/x/web/ada/status/${data.id}`,
    author: { id: '1498231077314502656', username: 'ada', name: 'Ada Park' },
    text: 'Evening in the harbour',
    media: [
      {
        type: 'image',
        url: expect.stringContaining(`${sandbox.url}/__sandbox/blobs/`),
        coverUrl: null,
        altText: 'Boats in the harbour at dusk',
        thumbOffsetMs: null,
      },
    ],
    aiGenerated: false,
    createdAt: expect.any(String),
    comments: [],
    repostedBy: [],
  });
  const stored = await fetch(post?.media[0]?.url ?? '');
  expect(Buffer.from(await stored.arrayBuffer()).equals(sample('harbour.jpg'))).toBe(true);
});

it('uploads a video in chunks, waits until it is processed, and posts it', async () => {
  await fetch(`${sandbox.url}/__sandbox/x/processing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ looks: 2 }),
  });
  const { client } = await logIn('ben');
  const mediaId = await client.v2.uploadMedia(sample('clip.mp4'), { media_type: 'video/mp4' }, 20_000);
  const { data } = await client.v2.tweet({
    text: 'First light',
    media: { media_ids: [mediaId] },
    made_with_ai: true,
  } as object);

  const calls = (await logged())
    .filter(({ path }) => path.startsWith('/2/media/upload'))
    .slice(-8)
    .map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(calls).toEqual([
    'POST /2/media/upload/initialize 200',
    ...Array.from({ length: 4 }, () => `POST /2/media/upload/${mediaId}/append 200`),
    `POST /2/media/upload/${mediaId}/finalize 200`,
    'GET /2/media/upload 200',
    'GET /2/media/upload 200',
  ]);
  const [post] = await published();
  expect({ id: post?.id, ai: post?.aiGenerated, type: post?.media[0]?.type }).toEqual({
    id: data.id,
    ai: true,
    type: 'video',
  });
});

it('refreshes, reposts, reads metrics and deletes', async () => {
  const { refreshToken } = await logIn('cleo');
  const app = new TwitterApi({ clientId: 'sandbox-x-app', clientSecret: 'sandbox-x-secret' }, { httpAgent: agent });
  const { client } = await app.refreshOAuth2Token(refreshToken ?? '');
  await expect(app.refreshOAuth2Token(refreshToken ?? '')).rejects.toMatchObject({
    code: 400,
    data: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
  });

  const { data: me } = await client.v2.me();
  const { data } = await client.v2.tweet('Single origin, see beans.example.com');
  expect((await client.v2.retweet(me.id, data.id)).data).toEqual({
    retweeted: true,
    rest_id: expect.stringMatching(/^\d{19}$/),
  });
  const shown = await client.v2.tweets([data.id, '1'], { 'tweet.fields': ['public_metrics'] });
  expect(shown).toEqual({
    data: [
      {
        id: data.id,
        text: data.text,
        edit_history_tweet_ids: [data.id],
        public_metrics: {
          retweet_count: 1,
          reply_count: 0,
          like_count: 0,
          quote_count: 0,
          bookmark_count: 0,
          impression_count: 0,
        },
      },
    ],
    errors: [
      {
        resource_id: '1',
        resource_type: 'tweet',
        parameter: 'ids',
        value: '1',
        title: 'Not Found Error',
        detail: 'Could not find tweet with ids: [1].',
        type: 'https://api.twitter.com/2/problems/resource-not-found',
      },
    ],
  });
  expect(await client.v2.deleteTweet(data.id)).toEqual({ data: { deleted: true } });
});

it('reports duplicates and limits in a form the client understands', async () => {
  const { client } = await logIn('ben');
  await client.v2.tweet('Only once');
  await expect(client.v2.tweet('Only once')).rejects.toMatchObject({
    code: 403,
    data: { detail: 'You are not allowed to create a Tweet with duplicate content.' },
    rateLimit: { limit: 100 },
  });
});
