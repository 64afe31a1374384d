import { createHubAdapter } from '@fanfare/hub';
import { type Call, createHttp, NetworkError, Secret } from '@fanfare/network';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { publicPosts } from '../simulator/public-pages.ts';
import { createHumhub } from '../src/index.ts';
import { toMessage } from '../src/to-message.ts';
import { startHub } from './start-hub.ts';

const { simulator, gate, reset } = await startHub(Date.now);
const { world } = simulator;
const { publish, connectHub } = createHubAdapter({ drivers: [createHumhub()], serviceName: 'Fanfare' });
afterAll(() => gate.close());
beforeEach(reset);

const DRAFT = { content: 'Once', media: [], firstComment: null, aiGenerated: false, spaceSlug: 'welcome' };

async function startPublish(): Promise<Call> {
  const http = createHttp({ egress: { allowedHosts: ['127.0.0.1'], trustedOrigins: [] } });
  onTestFinished(() => http.close());
  const clock = { now: Date.now, sleep: async () => undefined };
  const io = { http, clock, signal: new AbortController().signal };
  const apiKey = new Secret(simulator.makeToken('ann'));
  const request = {
    url: gate.origin,
    with: { type: 'humhub', username: null, apiKey },
    defaultSpaceSlug: null,
  } as const;
  const connected = await connectHub(io, request);
  if (!connected.ok) throw new Error('ann was not connected.');
  const { site, platformUserId, username } = connected;
  return {
    ...io,
    key: '0191d7a2-5f3e-7c11-9d3a-2b6f0c4e8a11',
    account: { platformUserId, username, otherIds: [], hub: site },
    credential: { accessToken: apiKey, refreshToken: null, expiresAt: null, refreshExpiresAt: null, scopes: [] },
    media: { open: () => Promise.reject(new Error('There are no images.')) },
    step: ({ send }) => send(() => undefined),
  };
}

const lost = new NetworkError({ code: 'network_unavailable', outcome: 'unknown', message: 'The answer was lost.' });
const attemptOf = (handle: string | null) => ({
  ...{ input: DRAFT, handle, intendedAt: 0, agoMs: 0, sends: 1, error: lost, earlierErrors: [] },
});

test('a HumHub that does not hide posts gets none', async () => {
  world.habits.hides = false;
  await expect(publish.prepare(await startPublish(), DRAFT)).rejects.toMatchObject({
    code: 'content_rejected',
    outcome: 'rejected',
  });
  expect(world.posts.size).toBe(0);
});

test('where owners do not see their hidden posts, a lost answer is sent again and the post is public once', async () => {
  world.habits.ownersSeeHidden = false;
  const call = await startPublish();
  const prepared = await publish.prepare(call, DRAFT);
  const { handle } = prepared;
  expect(await publish.reconcile(call, attemptOf(handle))).toEqual({ state: 'resend', afterMs: 5_000 });
  const sent = { platformPostId: handle, url: `${gate.origin}/content/perma?id=${handle}` };
  expect(await publish.send(call, prepared)).toEqual(sent);
  expect(await publish.send(call, prepared)).toEqual(sent);
  expect(await publish.reconcile(call, attemptOf(handle))).toEqual({ state: 'live', ...sent });
  expect(publicPosts(world)).toMatchObject([{ text: 'Once', space: 'Welcome' }]);
});

test('a post that is gone is left undecided', async () => {
  const call = await startPublish();
  const { handle } = await publish.prepare(call, DRAFT);
  world.posts.clear();
  expect(await publish.reconcile(call, attemptOf(handle))).toEqual({ state: 'undecided' });
});

test('texts and alternative texts stay plain', () => {
  expect(toMessage(' Rye *is* _back_ <b> [1] #2 `x` | ~y~! \\o/ ', [{ guid: '6f', altText: 'A\nloaf [fresh]' }])).toBe(
    'Rye \\*is\\* \\_back\\_ \\<b\\> \\[1\\] \\#2 \\`x\\` \\| \\~y\\~\\! \\\\o/\n\n![A loaf \\[fresh\\]](file-guid:6f)',
  );
});
