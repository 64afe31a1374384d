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
