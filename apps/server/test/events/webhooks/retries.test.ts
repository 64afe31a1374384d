import type { Delivery } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { type Answer, useReceivers, verified } from './receivers.ts';
import { after, type Hook, isDelivered, type Stored, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Between two attempts (Standard Webhooks 1.0.0, "Retry schedule", checked 2026-11). */
const SCHEDULE = [
  5 * SECOND,
  300 * SECOND,
  1_800 * SECOND,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Returns the time from the last attempt of a delivery to the next. */
const pauseMs = async (hook: Hook): Promise<number> => {
  const { rows } = await webhooks.server.db.query<{ ms: number }>({
    text: `select extract(epoch from d.next_attempt_at - a.at)::float8 * 1000 as ms
           from webhook_deliveries d join webhook_attempts a on a.project_id = d.project_id and a.delivery_id = d.id
             join webhook_endpoints e on e.project_id = d.project_id and e.id = d.endpoint_id
           where e.url = $1 order by a.number desc limit 1`,
    values: [hook.webhook.url],
  });
  return rows[0]!.ms;
};
const isDue = 'next_attempt_at = now()';

async function attempted(
  ...answers: Answer[]
): Promise<{ hook: Hook; event: Stored; delivery: Delivery; url: string }> {
  const receiver = await receivers.open(...answers);
  const hook = await webhooks.create({ url: receiver.url });
  const event = await webhooks.event(hook);
  const delivery = await webhooks.delivery(hook, event, after(1));
  return { hook, event, delivery, url: receiver.url };
}

const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

test('an endpoint that never succeeds gets ten attempts over three days: the same id and bytes, each with its own time', async () => {
  const receiver = await receivers.open(500);
  const hook = await webhooks.create({ url: receiver.url });
  const event = await webhooks.event(hook);
  for (const [n, planned] of SCHEDULE.entries()) {
    const { status, attempts } = await webhooks.delivery(hook, event, after(n + 1));
    expect([status, attempts.length]).toEqual(['pending', n + 1]);
    const pause = await pauseMs(hook);
    // A fifth more or less, and the time of the attempt itself.
    expect([pause >= planned * 0.8, pause <= planned * 1.2 + 3_000]).toEqual([true, true]);
    await webhooks.setDeliveries(hook, isDue);
  }
  const last = await webhooks.delivery(hook, event, after(10));
  expect([last.status, last.nextAttemptAt, last.attempts.map(({ number }) => number)]).toEqual([
    'failed',
    null,
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  ]);
  expect(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual(
    Array.from({ length: 10 }, () => [event.id, event.body]),
  );
  for (const call of receiver.received) expect(verified(call, hook.secret)).toEqual(JSON.parse(event.body));
  expect(await webhooks.read(hook)).toMatchObject({ enabled: true, failingSince: expect.any(String) });
});

test.each([400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504])('after %i it is tried again', async (status) => {
  const { hook, event, delivery } = await attempted(status, 200);
  expect(delivery).toMatchObject({
    status: 'pending',
    attempts: [{ number: 1, status, error: `not_2xx: The webhook answered ${status}.`, response: '' }],
  });
  await webhooks.setDeliveries(hook, isDue);
  const delivered = await webhooks.delivery(hook, event, isDelivered);
  expect(delivered.attempts.map((attempt) => [attempt.number, attempt.status, attempt.error])).toEqual([
    [1, status, `not_2xx: The webhook answered ${status}.`],
    [2, 200, null],
  ]);
  expect((await webhooks.read(hook)).failingSince).toBe(null);
});

test.each([200, 201, 202, 204, 299])('%i is a success', async (status) => {
  expect((await attempted(status)).delivery.status).toBe('delivered');
});

describe('Retry-After', () => {
  const httpDate = (ms: number) => new Date(Date.now() + ms).toUTCString();

  test.each<[string, () => string, number]>([
    ['in seconds is obeyed', () => '7200', 2 * HOUR],
    ['as a date is obeyed', () => httpDate(3 * HOUR), 3 * HOUR],
    ['of a week counts for a day', () => '604800', 24 * HOUR],
    ['that is shorter than the plan changes nothing', () => '1', 5 * SECOND],
    ['that is no time changes nothing', () => 'soon', 5 * SECOND],
    ['in the past changes nothing', () => httpDate(-HOUR), 5 * SECOND],
  ])('%s', async (_, value, expectedMs) => {
    const { hook } = await attempted(answering(503, { 'retry-after': value() }));
    const pause = await pauseMs(hook);
    expect([pause >= expectedMs * 0.8 - 2_000, pause <= expectedMs * 1.2 + 3_000]).toEqual([true, true]);
  });
});

describe('an endpoint that asks for a pause', () => {
  test.each([429, 503])('with %i and Retry-After gets nothing for so long, then everything', async (status) => {
    const receiver = await receivers.open(answering(status, { 'retry-after': '7200' }), 200);
    const hook = await webhooks.create({ url: receiver.url });
    const refused = await webhooks.event(hook);
    await webhooks.delivery(hook, refused, after(1));
    const { pausedUntil, enabled } = await webhooks.read(hook);
    const pauseMs = Date.parse(pausedUntil!) - Date.now();
    expect([enabled, pauseMs > 7_100_000, pauseMs <= 7_200_000]).toEqual([true, true, true]);

    const next = await webhooks.event(hook);
    const other = await webhooks.create({ url: (await receivers.open()).url });
    await webhooks.delivery(other, await webhooks.event(other), isDelivered);
    expect(await webhooks.delivery(hook, next, () => true)).toMatchObject({
      ...{ status: 'pending', attempts: [], nextAttemptAt: pausedUntil },
    });
    expect(receiver.received).toHaveLength(1);

    await webhooks.set(hook, 'paused_until = now()');
    await webhooks.setDeliveries(hook, isDue);
    for (const event of [next, refused]) await webhooks.delivery(hook, event, isDelivered);
    expect((await webhooks.read(hook)).pausedUntil).toBe(null);
  });

  test('with another status gets its other events', async () => {
    const { hook, event } = await attempted(answering(500, { 'retry-after': '7200' }), 200);
    expect((await webhooks.read(hook)).pausedUntil).toBe(null);
    await webhooks.delivery(hook, await webhooks.event(hook), isDelivered);
    expect((await webhooks.delivery(hook, event, () => true)).status).toBe('pending');
  });

  test('gets its events at once when it has another address', async () => {
    const { hook } = await attempted(answering(429, { 'retry-after': '7200' }));
    const next = await webhooks.event(hook);
    const { url } = await receivers.open();
    const changed = await hook.project.call('PATCH', `/api/v1/webhooks/${hook.webhook.id}`, { url });
    expect(changed.body).toMatchObject({ webhook: { pausedUntil: null } });
    await webhooks.delivery(hook, next, isDelivered);
  });
});

describe('what a receiver steers', () => {
  const WARNING = 'a webhook was disabled because of its answers';

  test('410 disables the endpoint', async () => {
    const receiver = await receivers.open(410);
    const hook = await webhooks.create({ url: `${receiver.url}?token=s3cret` });
    const delivery = await webhooks.delivery(hook, await webhooks.event(hook), after(1));
    expect([delivery.status, delivery.attempts[0]?.status]).toEqual(['failed', 410]);
    expect(await webhooks.read(hook)).toMatchObject({
      enabled: false,
      disabledReason: 'gone',
      disabledAt: expect.any(String),
    });
    expect(await webhooks.event(hook).then((missed) => webhooks.delivery(hook, missed, () => true))).toMatchObject({
      status: 'missed',
    });
    const lines = webhooks.server
      .log()
      .split('\n')
      .filter((line) => line.includes(hook.webhook.id) && line.includes(WARNING));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 40,
        time: expect.any(String),
        msg: WARNING,
        webhookId: hook.webhook.id,
        host: `127.0.0.1:${receiver.port}`,
        reason: 'gone',
      },
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    [500, 'failed'],
    [200, 'delivered'],
  ])('`webhook-delivery: disable` with %i disables it; the delivery is %s', async (status, expected) => {
    const { hook, delivery } = await attempted(answering(status, { 'Webhook-Delivery': ' Disable ' }));
    expect(delivery.status).toBe(expected);
    expect(await webhooks.read(hook)).toMatchObject({ enabled: false, disabledReason: 'by_receiver' });
  });

  test('`webhook-delivery: abort-message` ends one delivery, and the endpoint goes on', async () => {
    const { hook, delivery } = await attempted(answering(500, { 'webhook-delivery': 'abort-message' }), 200);
    expect([delivery.status, delivery.attempts.length]).toEqual(['failed', 1]);
    const next = await webhooks.event(hook);
    expect((await webhooks.delivery(hook, next, after(1))).status).toBe('delivered');
    expect(await webhooks.read(hook)).toMatchObject({ enabled: true, failingSince: null });
  });
});
