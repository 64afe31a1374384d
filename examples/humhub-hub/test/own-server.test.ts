import { fileURLToPath } from 'node:url';
import type { CreatePostResponse, ErrorBody, ListPlatformsResponse, Post } from '@fanfare/contract';
import { type RunningService, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPosts } from '../simulator/public-pages.ts';
import { PRIVATE } from '../simulator/world.ts';
import { type StartedHub, startHub } from './start-hub.ts';

let humhub: StartedHub;
let service: RunningService;
beforeAll(async () => {
  humhub = await startHub(Date.now);
  const server = fileURLToPath(new URL('../src/server.ts', import.meta.url));
  service = await startService({ FANFARE_SERVER: server });
});
afterAll(async () => {
  await service?.stop();
  await humhub?.gate.close();
});

async function call<Body>(method: string, path: string, body?: object): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${service.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

test('the service connects a HumHub account, searches its spaces and publishes a carousel there', async () => {
  const { origin } = humhub.gate;
  const apiKey = humhub.simulator.makeToken('ann');
  const given = { hubUrl: origin, type: 'humhub', apiKey, defaultSpaceSlug: 'welcome' };
  const connected = await call<{ account: { id: string } }>('POST', '/accounts/connect-hub', given);
  const hub = { type: 'humhub', url: origin, name: new URL(origin).host, defaultSpaceSlug: 'welcome' };
  expect(connected).toMatchObject({
    status: 201,
    body: { account: { platform: 'hub', username: 'ann', status: 'active', hub } },
  });
  const { id } = connected.body.account;

  const spaces = await call<{ spaces: object[] }>('GET', `/accounts/${id}/spaces?q=har`);
  expect(spaces.body.spaces).toMatchObject([{ slug: 'harbour-days', name: 'Harbour days', isDefault: false }]);

  const { status, body } = await call<{ post: Post }>('POST', '/posts', {
    content: 'First light at the harbour.',
    mediaItems: [
      { type: 'image', url: `${origin}/files/harbour.png`, altText: 'Boats at dawn' },
      { type: 'image', url: `${origin}/files/roastery.png` },
    ],
    platforms: [{ platform: 'hub', accountId: id, spaceSlug: 'harbour-days' }],
    idempotencyKey: 'harbour',
  });
  expect([status, body.post.targets[0]?.status]).toEqual([201, 'published']);
  expect(publicPosts(humhub.simulator.world)).toMatchObject([
    {
      text: 'First light at the harbour.',
      images: [{ altText: 'Boats at dawn' }, { altText: '' }],
      space: 'Harbour days',
    },
  ]);
  const page = await fetch(body.post.targets[0]?.url ?? '');
  expect(await page.text()).toContain('First light at the harbour.');
});

test('the driver describes its options, which its posts are judged by and published with', async () => {
  const { origin } = humhub.gate;
  const given = { hubUrl: origin, type: 'humhub', apiKey: humhub.simulator.makeToken('ann') };
  const { id } = (await call<{ account: { id: string } }>('POST', '/accounts/connect-hub', given)).body.account;
  const { platforms } = (await call<ListPlatformsResponse>('GET', '/platforms')).body;
  expect(platforms.find(({ platform }) => platform === 'hub')?.options).toMatchObject({
    properties: { humhub: { properties: { visibility: { type: 'string', enum: ['public', 'members'] } } } },
  });

  const targetWith = (options: object) => ({
    content: `For some of us ${JSON.stringify(options)}`,
    platforms: [{ platform: 'hub', accountId: id, ...options }],
  });
  const refused = await call<ErrorBody>('POST', '/posts', {
    ...targetWith({ humhub: { visibility: 'friends' } }),
    idempotencyKey: 'friends',
  });
  expect([refused.status, refused.body.error.details]).toMatchObject([
    400,
    [{ rule: 'hub.humhub_visibility.invalid' }],
  ]);

  const options = { humhub: { visibility: 'members' }, wordpress: { title: 'For WordPress' } };
  const { body } = await call<CreatePostResponse>('POST', '/posts', {
    ...targetWith(options),
    idempotencyKey: 'members',
  });
  expect(body.warnings).toEqual([{ path: 'platforms[0].wordpress', message: 'wordpress has no effect on humhub.' }]);
  expect(body.post.targets).toMatchObject([{ status: 'published', requested: { humhub: options.humhub } }]);
  const post = humhub.simulator.world.posts.get(Number(body.post.targets[0]?.platformPostId));
  expect(post?.visibility).toBe(PRIVATE);
});

test('the API description names the type beside the shipped ones, and a misspelt type is refused', async () => {
  const description = await (await fetch(`${service.baseUrl}/openapi.yaml`)).text();
  expect(description).toMatch(/- wordpress\n\s+- micropub\n\s+- humhub\n/);
  const given = { hubUrl: humhub.gate.origin, type: 'humpub', apiKey: 'any' };
  const { status, body } = await call<ErrorBody>('POST', '/accounts/connect-hub', given);
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
});
