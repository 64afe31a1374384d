import { connect, Fanfare, failedTargets, QuotaExceededError } from '@fanfare/sdk';
import { expect, test } from 'vitest';
import { createMock, type ScenarioName } from '../src/index.ts';

function fanfareWith(scenario: ScenarioName) {
  const mock = createMock();
  const accounts = mock.scenario(scenario);
  const { baseUrl, apiKey } = mock;
  return { mock, accounts, fanfare: new Fanfare({ baseUrl, apiKey, fetch: mock.fetch }) };
}

test('an answer that is lost is asked for again with the same key, and publishes once', async () => {
  const { mock, accounts, fanfare } = fanfareWith('answer-lost');
  const { post } = await fanfare.posts.create({
    content: 'Hello',
    platforms: [{ platform: 'x', accountId: accounts.x.id }],
  });
  expect(post.status).toBe('published');
  const [lost, found] = mock.requests.of('posts.create');
  expect([lost?.status, found?.status]).toEqual([null, 200]);
  expect(found?.idempotencyKey).toBe(lost?.idempotencyKey);
  expect((await fanfare.posts.list()).posts).toEqual([post]);
});

test('a refusal is an error of its own class', async () => {
  const { accounts, fanfare } = fanfareWith('quota-reached');
  const publishing = fanfare.posts.create({
    content: 'Hello',
    platforms: [{ platform: 'x', accountId: accounts.x.id }],
  });
  await expect(publishing).rejects.toBeInstanceOf(QuotaExceededError);
});

test('where a connect ends can be read', async () => {
  const { mock, accounts, fanfare } = fanfareWith('expired-account');
  const { authUrl } = await fanfare.accounts.connect({
    platform: 'instagram',
    redirectUrl: 'https://app.example/done',
  });
  const outcome = connect.parseRedirect(mock.connect.approve(authUrl)!);
  expect(outcome).toMatchObject({
    status: 'success',
    accountId: accounts.instagram.id,
    platform: 'instagram',
    username: 'ada',
  });
  const again = await fanfare.accounts.connect({ platform: 'x', redirectUrl: 'https://app.example/done' });
  expect(connect.parseRedirect(mock.connect.fail(again.authUrl, 'permissions_missing')!)).toMatchObject({
    status: 'error',
    reason: 'permissions_missing',
  });
});

test('only what failed is sent again', async () => {
  const { mock, accounts, fanfare } = fanfareWith('everything-works');
  mock.networks.linkedin.failNext('network_unavailable');
  const request = {
    content: 'Hello',
    platforms: [
      { platform: 'x' as const, accountId: accounts.x.id },
      { platform: 'linkedin' as const, accountId: accounts.linkedin.id },
    ],
  };
  const { post } = await fanfare.posts.create(request);
  expect(post.status).toBe('partial');
  const again = failedTargets(request, post);
  expect(again?.platforms).toEqual([request.platforms[1]]);
  expect((await fanfare.posts.create(again!)).post.status).toBe('published');
});
