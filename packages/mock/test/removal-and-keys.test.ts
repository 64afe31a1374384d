import { describe, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { serveMock } from '../src/server/index.ts';
import { callerOf, target } from './call-mock.ts';

describe('a profile that is removed', () => {
  test('is gone in every project, and a post left without targets is empty and still replays', async () => {
    const mock = createMock();
    const other = mock.seed.project();
    const grace = mock.seed.account({ platform: 'threads', username: 'grace' });
    const elsewhere = mock.seed.account({ platform: 'threads', username: 'grace' }, other.id);
    const ada = mock.seed.account({ platform: 'x' });
    const call = callerOf(mock);
    const alone = { content: 'Hers.', platforms: [target(grace)], idempotencyKey: 'alone' };
    await call('POST', '/posts', alone);
    await call('POST', '/posts', { content: 'Both.', platforms: [target(grace), target(ada)], idempotencyKey: 'both' });
    mock.accounts.remove(grace.id);
    expect((await call('GET', '/accounts?includeRevoked=true')).body).toEqual({ accounts: [ada] });
    expect((await callerOf({ ...mock, apiKey: other.apiKey })('GET', `/accounts/${elsewhere.id}`)).status).toBe(404);
    expect((await call('POST', '/posts', alone)).body).toMatchObject({
      replayed: true,
      post: { content: '', media: [], targets: [] },
    });
    expect((await call('GET', '/posts?limit=1')).body).toMatchObject({
      posts: [{ content: 'Both.', status: 'published', targets: [{ accountId: ada.id }] }],
    });
    expect(() => mock.accounts.remove(grace.id)).toThrow(RangeError);
  });
});

test('what was held for a removed profile is given back', async () => {
  const mock = createMock({ start: { plan: 'free' } });
  const grace = mock.seed.account({ platform: 'threads', username: 'grace' });
  const call = callerOf(mock);
  const body = {
    content: 'Later.',
    publishAt: '2026-11-20T10:00:00Z',
    platforms: [target(grace)],
    idempotencyKey: 'a',
  };
  expect((await call('POST', '/posts', body)).status).toBe(202);
  mock.accounts.remove(grace.id);
  expect((await call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0, remaining: 100 });
  await mock.clock.advance(3_600_000);
  expect((await call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
});

describe('keys', () => {
  test('a project has several, and one that is revoked is refused while the other goes on', async () => {
    const mock = createMock();
    const second = mock.seed.key();
    mock.keys.revoke(mock.apiKey);
    expect((await callerOf(mock)('GET', '/usage')).status).toBe(401);
    expect((await callerOf({ ...mock, apiKey: second })('GET', '/usage')).status).toBe(200);
    expect(() => mock.keys.revoke('fanfare_sk_unknown')).toThrow(RangeError);
    expect(() => mock.seed.key('prj_unknown')).toThrow(RangeError);
  });

  test('and removed profiles can be had over HTTP', async () => {
    const { mock, url, close } = await serveMock({ clock: 'frozen' });
    const control = async (path: string, body?: object): Promise<unknown> =>
      (await fetch(`${url}/__mock${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) })).json();
    const { apiKey } = (await control('/keys', {})) as { apiKey: string };
    const ask = callerOf({ ...mock, apiKey });
    const account = mock.seed.account({ platform: 'x' });
    expect(await control(`/accounts/${account.id}/remove`)).toEqual({ ok: true });
    expect((await ask('GET', `/accounts/${account.id}`)).status).toBe(404);
    expect(await control('/keys/revoke', { apiKey })).toEqual({ ok: true });
    expect((await ask('GET', '/usage')).status).toBe(401);
    await close();
  });
});
