import type { Webhook, WebhookEvent } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import type { Mock } from '../src/index.ts';
import { deliveriesOf, publish, receiving, typesOf, webhookOf } from './receive.ts';

const eventsOfWebhooks = (mock: Mock): unknown[] =>
  mock.events
    .all()
    .filter(({ type }) => type.startsWith('webhook.'))
    .map(({ type, data }) => ({ type, ...data }));

describe('failing receivers', () => {
  test('by status and by what goes wrong on the way, then well again', async () => {
    const world = receiving();
    const { mock, call, webhook } = world;
    await call('PATCH', `/webhooks/${webhook.id}`, { events: ['post.published'] });
    mock.webhooks.failNext(500, { response: 'oops', times: 2 });
    mock.webhooks.failNext('timed_out');
    await publish(world);
    await mock.clock.advance(0);
    const failing = { failingSince: '2026-11-20T09:00:00.000Z' };
    expect(await webhookOf(world)).toMatchObject(failing);
    await mock.clock.advance(24 * 3_600_000);
    const [delivery] = await deliveriesOf(call, webhook);
    expect(delivery?.attempts.map(({ status, error, response }) => [status, error, response])).toEqual([
      [500, 'not_2xx: The webhook answered 500.', 'oops'],
      [500, 'not_2xx: The webhook answered 500.', 'oops'],
      [null, 'timed_out: The webhook did not answer completely within 15 seconds.', null],
      [204, null, ''],
    ]);
    expect(await webhookOf(world)).toMatchObject({ failingSince: null });
    expect(typesOf(world.received)).toEqual(['post.published']);
  });

  test('Retry-After makes the pause of a delivery longer', async () => {
    const world = receiving();
    world.mock.webhooks.failNext(500, { retryAfterSeconds: 3_600 });
    await publish(world);
    await world.mock.clock.advance(0);
    const [next, delivery] = await deliveriesOf(world.call, world.webhook);
    expect(delivery).toMatchObject({ status: 'pending', nextAttemptAt: '2026-11-20T10:00:00.000Z' });
    expect([next?.status, (await webhookOf(world)).pausedUntil]).toEqual(['delivered', null]);
  });

  test.each([429, 503])(
    'after %i with Retry-After the webhook gets nothing for so long, then everything',
    async (status) => {
      const world = receiving();
      const { mock, call, webhook } = world;
      mock.webhooks.failNext(status, { retryAfterSeconds: 3_600 });
      await publish(world);
      await mock.clock.advance(0);
      const pausedUntil = '2026-11-20T10:00:00.000Z';
      expect(await webhookOf(world)).toMatchObject({ enabled: true, pausedUntil });
      await mock.clock.advance(3_599_000);
      const waiting = await deliveriesOf(call, webhook);
      expect(waiting.map(({ nextAttemptAt, attempts }) => [nextAttemptAt, attempts.length])).toEqual([
        [pausedUntil, 0],
        [pausedUntil, 1],
      ]);
      await mock.clock.advance(1_000);
      expect(typesOf(world.received).toSorted()).toEqual(['post.published', 'target.published']);
      expect((await webhookOf(world)).pausedUntil).toBe(null);
    },
  );

  test('another address ends a pause', async () => {
    const world = receiving();
    world.mock.webhooks.failNext(429, { retryAfterSeconds: 3_600 });
    await publish(world);
    await world.mock.clock.advance(0);
    const changed = await world.call('PATCH', `/webhooks/${world.webhook.id}`, { url: 'https://app.example.com/new' });
    expect(changed.body).toMatchObject({ webhook: { pausedUntil: null } });
    await world.mock.clock.advance(0);
    expect(typesOf(world.received)).toEqual(['post.published']);
  });

  test.each([
    ['410', 410, {}, 'gone'],
    ['webhook-delivery: disable', 500, { control: 'disable' }, 'by_receiver'],
  ] as const)('%s disables the webhook, and what it misses is sent when asked for', async (_, how, options, reason) => {
    const world = receiving();
    const { mock, call, webhook } = world;
    mock.webhooks.failNext(how, options);
    await publish(world);
    await publish(world);
    await mock.clock.advance(24 * 3_600_000);
    expect(await webhookOf(world)).toMatchObject({ enabled: false, disabledReason: reason });
    const replay = (body: object) => call('POST', `/webhooks/${webhook.id}/replay`, body);
    const missed = await deliveriesOf(call, webhook, '?status=missed');
    expect([missed.length, (await deliveriesOf(call, webhook, '?status=failed')).length]).toEqual([3, 1]);
    expect((await replay({ eventIds: [missed[0]!.eventId] })).body).toMatchObject({
      error: { code: 'webhook_disabled' },
    });
    expect((await call('PATCH', `/webhooks/${webhook.id}`, { enabled: true })).body).toMatchObject({ missed: 3 });
    expect(world.received).toEqual([]);
    expect(eventsOfWebhooks(mock)).toEqual([
      {
        type: 'webhook.disabled',
        webhook: {
          ...{ id: webhook.id, enabled: false, disabledReason: reason },
          ...{ disabledAt: '2026-11-20T09:00:00.000Z', failingSince: '2026-11-20T09:00:00.000Z' },
        },
      },
    ]);
    const since = '2026-11-20T09:00:00Z';
    expect((await replay({ since, status: 'missed' })).body).toEqual({ replayed: 3 });
    await mock.clock.advance(0);
    expect(typesOf(world.received)).toEqual(['post.published', 'target.published', 'post.published']);
    expect((await replay({ since, until: '2026-11-20T09:00:00.001Z' })).body).toEqual({ replayed: 1 });
    await mock.clock.advance(0);
    expect((await replay({ since, status: 'delivered', events: ['target.failed'] })).body).toEqual({ replayed: 0 });
    expect((await replay({ eventIds: [missed[0]!.eventId] })).body).toEqual({ replayed: 1 });
    const unknown = await replay({ eventIds: [missed[0]!.eventId, 'evt_01m7w4nd6xe3k8yv9qkq3c2w8h'] });
    expect(unknown.body).toMatchObject({ error: { code: 'invalid_request', details: [{ path: 'eventIds[1]' }] } });
    await mock.clock.advance(0);
    expect(world.received.length).toBe(5);
    expect(new Set((world.received as WebhookEvent[]).map(({ id }) => id)).size).toBe(4);
  });

  test('webhook-delivery: abort-message ends one delivery', async () => {
    const world = receiving();
    world.mock.webhooks.failNext(422, { control: 'abort-message' });
    await publish(world);
    await world.mock.clock.advance(24 * 3_600_000);
    expect((await deliveriesOf(world.call, world.webhook)).map(({ status }) => status)).toEqual([
      'delivered',
      'failed',
    ]);
    expect(await webhookOf(world)).toMatchObject({ enabled: true, failingSince: null });
  });

  test('five days of nothing but failures disable a webhook, and fewer do not', async () => {
    const world = receiving();
    const { mock } = world;
    mock.webhooks.failNext(500, { times: Infinity });
    await publish(world);
    await mock.clock.advance(5 * 24 * 3_600_000 - 1);
    expect(await webhookOf(world)).toMatchObject({ enabled: true });
    await publish(world);
    await mock.clock.advance(10_000);
    expect(await webhookOf(world)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    expect(eventsOfWebhooks(mock)).toMatchObject([
      { type: 'webhook.failing', webhook: { enabled: true, failingSince: '2026-11-20T09:00:00.000Z' } },
      { type: 'webhook.disabled', webhook: { enabled: false, disabledReason: 'failing' } },
    ]);
  });

  test('only one of two webhooks', async () => {
    const world = receiving();
    const { mock, call } = world;
    const { webhook: other } = mock.seed.webhook();
    mock.webhooks.failNext('connection_failed', { webhookId: other.id, times: Infinity });
    await publish(world);
    await mock.clock.advance(0);
    const states = async (webhook: Webhook) => (await deliveriesOf(call, webhook)).map(({ status }) => status);
    expect([await states(world.webhook), await states(other)]).toEqual([
      ['delivered', 'delivered'],
      ['pending', 'pending'],
    ]);
  });
});
