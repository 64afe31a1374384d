import type { ReplayResponse, TestWebhookResponse, UpdateWebhookResponse } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { useReceivers } from './receivers.ts';
import { after, type Hook, isDelivered, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();

const change = async ({ project, webhook }: Hook, body: object) =>
  (await project.call<UpdateWebhookResponse>('PATCH', `/api/v1/webhooks/${webhook.id}`, body)).body;
const isMissed = ({ status }: { status: string }) => status === 'missed';

describe('an endpoint with nothing but failures', () => {
  test.each<[string, string, boolean]>([
    ['for five days, and ten attempts', "failing_since = now() - interval '5 days', failed_attempts = 9", false],
    [
      'for almost five days',
      "failing_since = now() - interval '5 days' + interval '1 min', failed_attempts = 1000",
      true,
    ],
    ['for ten days, and nine attempts', "failing_since = now() - interval '10 days', failed_attempts = 8", true],
  ])('%s: is it still enabled?', async (_, columns, enabled) => {
    const receiver = await receivers.open(500);
    const hook = await webhooks.create({ url: receiver.url });
    await webhooks.set(hook, columns);
    const event = await webhooks.event(hook);
    const delivery = await webhooks.delivery(hook, event, after(1));
    expect(delivery.status).toBe(enabled ? 'pending' : 'missed');
    expect(await webhooks.read(hook)).toMatchObject(
      enabled
        ? { enabled, disabledReason: null }
        : { enabled, disabledReason: 'failing', disabledAt: expect.any(String) },
    );
  });

  test('goes on after one success, however long it failed', async () => {
    const receiver = await receivers.open(200, 500);
    const hook = await webhooks.create({ url: receiver.url });
    await webhooks.set(hook, "failing_since = now() - interval '9 days', failed_attempts = 500");
    await webhooks.delivery(hook, await webhooks.event(hook), isDelivered);
    await webhooks.delivery(hook, await webhooks.event(hook), after(1));
    const { enabled, failingSince } = await webhooks.read(hook);
    expect([enabled, Date.now() - Date.parse(failingSince!) < 3_600_000]).toEqual([true, true]);
  });
});

test('what waits for an endpoint when its answer disables it is missed', async () => {
  const receiver = await receivers.open(500, 410);
  const hook = await webhooks.create({ url: receiver.url });
  const waiting = await webhooks.event(hook);
  await webhooks.delivery(hook, waiting, after(1));
  await webhooks.setDeliveries(hook, "next_attempt_at = now() + interval '1 h'");
  await webhooks.delivery(hook, await webhooks.event(hook), after(1));
  expect(await webhooks.read(hook)).toMatchObject({ enabled: false, disabledReason: 'gone' });
  expect(await webhooks.delivery(hook, waiting, after(1))).toMatchObject({ status: 'missed', nextAttemptAt: null });
});

test('a disabled endpoint gets nothing; enabled again it says what it missed, and a replay sends exactly that', async () => {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url });
  const before = await webhooks.event(hook);
  await webhooks.delivery(hook, before, isDelivered);
  const off = await change(hook, { enabled: false });
  expect(off).toEqual({
    webhook: { ...hook.webhook, enabled: false, disabledReason: 'by_caller', disabledAt: expect.any(String) },
    missed: 0,
  });
  const missed = [await webhooks.event(hook), await webhooks.event(hook)];
  expect(await change(hook, { description: 'still off' })).toMatchObject({
    webhook: { enabled: false, disabledAt: off.webhook.disabledAt },
    missed: 2,
  });
  const tested = await hook.project.call<TestWebhookResponse>('POST', `/api/v1/webhooks/${hook.webhook.id}/test`);
  expect(tested.body.delivered).toBe(true);
  expect(await change(hook, { enabled: true })).toEqual({
    webhook: { ...hook.webhook, description: 'still off' },
    missed: 2,
  });
  const next = await webhooks.event(hook);
  await webhooks.delivery(hook, next, isDelivered);
  for (const event of missed) expect(await webhooks.delivery(hook, event, isMissed)).toMatchObject({ attempts: [] });
  const body = { since: '2026-01-01T00:00:00Z', status: 'missed' };
  const replayed = await hook.project.call<ReplayResponse>('POST', `/api/v1/webhooks/${hook.webhook.id}/replay`, body);
  expect(replayed.body).toEqual({ replayed: 2 });
  for (const event of missed) await webhooks.delivery(hook, event, isDelivered);
  const got = receiver.received.map(({ headers, body: bytes }) => [headers['webhook-id'], bytes]);
  expect(got.filter(([, bytes]) => !bytes!.includes('webhook.test'))).toEqual([
    [before.id, before.body],
    [next.id, next.body],
    ...[...got.slice(-2)].filter(([id]) => missed.some((event) => event.id === id)),
  ]);
  expect(new Set(got.slice(-2).map(([id]) => id))).toEqual(new Set(missed.map(({ id }) => id)));
});

test('a disabled endpoint that is enabled again starts without earlier failures', async () => {
  const receiver = await receivers.open(500);
  const hook = await webhooks.create({ url: receiver.url });
  await webhooks.set(hook, "failing_since = now() - interval '6 days', failed_attempts = 50");
  await webhooks.delivery(hook, await webhooks.event(hook), isMissed);
  expect((await change(hook, { enabled: true })).webhook).toMatchObject({
    enabled: true,
    failingSince: null,
    disabledAt: null,
  });
  expect((await webhooks.delivery(hook, await webhooks.event(hook), after(1))).status).toBe('pending');
});

test('an endpoint that is created disabled misses from the start', async () => {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url, enabled: false });
  expect(hook.webhook).toMatchObject({
    enabled: false,
    disabledReason: 'by_caller',
    disabledAt: hook.webhook.createdAt,
  });
  const event = await webhooks.event(hook);
  expect((await webhooks.delivery(hook, event, () => true)).status).toBe('missed');
  expect(receiver.connections()).toBe(0);
});

describe('an attempt under way when its endpoint', () => {
  test.each<[number, 'delivered' | 'missed']>([
    [200, 'delivered'],
    [500, 'missed'],
  ])('is disabled, and that ends with %i, leaves its delivery %s', async (status, expected) => {
    let finish = (): void => undefined;
    const receiver = await receivers.open((response) => {
      finish = () => void response.writeHead(status).end();
    });
    const hook = await webhooks.create({ url: receiver.url });
    const event = await webhooks.event(hook);
    await receiver.got(1);
    await change(hook, { enabled: false });
    expect((await webhooks.delivery(hook, event, () => true)).status).toBe('missed');
    finish();
    expect(await webhooks.delivery(hook, event, after(1))).toMatchObject({ status: expected, attempts: [{ status }] });
  });

  test('is deleted changes nothing', async () => {
    let finish = (): void => undefined;
    const receiver = await receivers.open((response) => {
      finish = () => void response.writeHead(500).end();
    });
    const hook = await webhooks.create({ url: receiver.url });
    await webhooks.event(hook);
    await receiver.got(1);
    expect((await hook.project.call('DELETE', `/api/v1/webhooks/${hook.webhook.id}`)).body).toEqual({ deleted: true });
    finish();
    const other = await webhooks.create({ url: (await receivers.open()).url }, hook.project);
    await webhooks.delivery(other, await webhooks.event(other), isDelivered);
    const { rows } = await webhooks.server.db.query({
      text: `select (select count(*)::int from webhook_endpoints where url = $1) as endpoints,
               (select count(*)::int from webhook_deliveries d where not exists (select from webhook_endpoints e where e.id = d.endpoint_id)) as deliveries,
               (select count(*)::int from webhook_attempts a where not exists (select from webhook_deliveries d where d.id = a.delivery_id)) as attempts`,
      values: [receiver.url],
    });
    expect(rows).toEqual([{ endpoints: 0, deliveries: 0, attempts: 0 }]);
    expect(receiver.received).toHaveLength(1);
  });
});
