import type { Webhook } from '@fanfare/contract';
import { LIMITS } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { type Call, callerOf, everyNetwork } from './call-mock.ts';

type Created = { readonly webhook: Webhook; readonly secret: string };

const HOOK = 'https://app.example.com/hooks';

const create = async (call: Call, more: object = {}): Promise<Created> =>
  (await call('POST', '/webhooks', { url: HOOK, ...more })).body as Created;

describe('webhooks', () => {
  test('are created, listed, changed and deleted as in the service', async () => {
    const { mock, call } = everyNetwork();
    const { webhook, secret } = await create(call, {
      events: ['target.failed', 'target.failed'],
      profileId: 'customer-17',
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      ...{
        url: HOOK,
        description: '',
        events: ['target.failed'],
        platforms: [],
        profileId: 'customer-17',
        enabled: true,
      },
      ...{
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
        pausedUntil: null,
        previousSecretExpiresAt: null,
      },
      createdAt: '2026-11-20T09:00:00.000Z',
    });
    const { webhook: second } = await create(call, { url: `${HOOK}/second`, enabled: false });
    expect(second).toMatchObject({ enabled: false, disabledReason: 'by_caller', disabledAt: second.createdAt });
    expect((await call('GET', '/webhooks')).body).toEqual({ webhooks: [webhook, second] });
    await mock.clock.advance(1_000);
    const { profileId: _, ...without } = webhook;
    const disabled = { enabled: false, disabledReason: 'by_caller', disabledAt: '2026-11-20T09:00:01.000Z' };
    expect(
      (await call('PATCH', `/webhooks/${webhook.id}`, { profileId: '', platforms: ['x'], enabled: false })).body,
    ).toEqual({
      webhook: { ...without, platforms: ['x'], ...disabled },
      missed: 0,
    });
    expect((await call('DELETE', `/webhooks/${webhook.id}`)).body).toEqual({ deleted: true });
    expect((await call('GET', `/webhooks/${webhook.id}`)).status).toBe(404);
  });

  test('of another project are unknown', async () => {
    const { mock, call } = everyNetwork();
    const { id } = (await create(call)).webhook;
    const other = callerOf({ ...mock, apiKey: mock.seed.project().apiKey });
    const asked = await Promise.all([
      other('GET', `/webhooks/${id}`),
      other('PATCH', `/webhooks/${id}`, {}),
      other('DELETE', `/webhooks/${id}`),
      other('POST', `/webhooks/${id}/rotate-secret`),
      other('POST', `/webhooks/${id}/test`),
      other('GET', `/webhooks/${id}/deliveries`),
      other('POST', `/webhooks/${id}/replay`, { since: '2026-11-20T00:00:00Z' }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404));
    expect((await other('GET', '/webhooks')).body).toEqual({ webhooks: [] });
  });

  test('have the addresses that the service calls, and those of allowedHosts', async () => {
    const call = callerOf(createMock({ allowedHosts: ['localhost:3000'] }));
    for (const url of ['https://10.0.0.5/hook', 'http://example.com/hook', 'http://localhost:3001'])
      expect((await call('POST', '/webhooks', { url })).body).toMatchObject({
        error: { code: 'webhook_url_not_allowed' },
      });
    const { webhook } = await create(call, { url: 'http://localhost:3000/hook' });
    const changed = await call('PATCH', `/webhooks/${webhook.id}`, { url: 'https://127.0.0.1' });
    expect(changed.body).toMatchObject({ error: { code: 'webhook_url_not_allowed' } });
  });

  test('are at most 20 in a project', async () => {
    const { mock, call } = everyNetwork();
    for (let made = 0; made < LIMITS.webhooksPerProject.value; made++) mock.seed.webhook();
    expect((await call('POST', '/webhooks', { url: `${HOOK}/another` })).body).toMatchObject({
      error: { code: 'webhook_limit_reached' },
    });
    expect(() => mock.seed.webhook()).toThrow('The project has 20 webhooks, which is as many as it can have.');
  });

  test('rotate their secret, one rotation after the other unless the old secrets end', async () => {
    const { mock, call } = everyNetwork();
    const { webhook, secret } = await create(call);
    const rotate = (body?: object) => call('POST', `/webhooks/${webhook.id}/rotate-secret`, body);
    const rotations = await Promise.all(Array.from({ length: 20 }, () => rotate()));
    expect(rotations.map(({ status }) => status)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const until = '2026-11-21T09:00:00.000Z';
    expect(rotations[0]?.body).toEqual({
      webhook: { ...webhook, previousSecretExpiresAt: until },
      secret: expect.not.stringMatching(secret),
      previousSecretExpiresAt: until,
    });
    expect(rotations[1]?.body).toMatchObject({ error: { code: 'rotation_in_progress' } });
    expect((await rotate({ overlapSeconds: 0 })).body).toMatchObject({ previousSecretExpiresAt: null, webhook });
    await rotate({ overlapSeconds: 60 });
    await mock.clock.advance(60_000);
    expect((await call('GET', `/webhooks/${webhook.id}`)).body).toEqual({ webhook });
    expect((await rotate()).status).toBe(200);
  });

  test('are seeded with any address and a secret of your own, also at the start', async () => {
    const secret = `whsec_${btoa('a'.repeat(24))}`;
    const mock = createMock({ start: { webhooks: [{ url: 'http://localhost:3000/hooks', secret }] } });
    expect((await callerOf(mock)('GET', '/webhooks')).body).toMatchObject({
      webhooks: [{ url: 'http://localhost:3000/hooks', events: [], enabled: true }],
    });
    expect(mock.seed.webhook({ secret, events: ['post.failed'] })).toMatchObject({
      ...{ secret, webhook: { url: HOOK, events: ['post.failed'] } },
    });
  });

  test('are tested and replayed only so often', async () => {
    const { call } = everyNetwork();
    const { id } = (await create(call)).webhook;
    const statuses = async (times: number, path: string, body?: object): Promise<number[]> => {
      const answers: number[] = [];
      for (let at = 0; at < times; at++) answers.push((await call('POST', `/webhooks/${id}/${path}`, body)).status);
      return answers;
    };
    expect((await statuses(31, 'test')).slice(-2)).toEqual([200, 429]);
    expect((await statuses(11, 'replay', { since: '2026-11-20T00:00:00Z' })).slice(-2)).toEqual([202, 429]);
  });
});
