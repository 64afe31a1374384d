import type { Delivery, ErrorBody, ReplayBody, ReplayResponse } from '@fanfare/contract';
import { WEBHOOK_REFUSALS } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import { useReceivers } from './receivers.ts';
import { after, type Hook, isDelivered, type Stored, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();

const replay = ({ project, webhook }: Hook, body: Partial<ReplayBody>) =>
  project.call<ReplayResponse & ErrorBody>('POST', `/api/v1/webhooks/${webhook.id}/replay`, body);
const FOREVER = '2026-01-01T00:00:00Z';

async function delivered() {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url });
  const event = await webhooks.event(hook);
  await webhooks.delivery(hook, event, isDelivered);
  return { receiver, hook, event };
}

test('a replay sends the same id and the same bytes again', async () => {
  const { receiver, hook, event } = await delivered();
  const reply = await replay(hook, { eventIds: [event.id] });
  expect([reply.status, reply.body]).toEqual([202, { replayed: 1 }]);
  const again = await webhooks.delivery(hook, event, after(2));
  expect([again.status, again.attempts.map(({ number }) => number)]).toEqual(['delivered', [1, 2]]);
  expect(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
    [event.id, event.body],
    [event.id, event.body],
  ]);
});

test('a replay of a failed delivery begins a new round of ten attempts', async () => {
  const receiver = await receivers.open(500);
  const hook = await webhooks.create({ url: receiver.url });
  const event = await webhooks.event(hook);
  await webhooks.delivery(hook, event, after(1));
  await webhooks.setDeliveries(hook, 'attempts = 9, next_attempt_at = now()');
  await webhooks.delivery(hook, event, ({ status }) => status === 'failed');
  expect((await replay(hook, { since: FOREVER })).body).toEqual({ replayed: 1 });
  const delivery = await webhooks.delivery(hook, event, after(3));
  expect([delivery.status, delivery.attempts.map(({ number }) => number)]).toEqual(['pending', [1, 2, 3]]);
});

test('a delivery that is pending is not doubled, also by many replays at the same time', async () => {
  const receiver = await receivers.open(500);
  const hook = await webhooks.create({ url: receiver.url });
  const event = await webhooks.event(hook);
  await webhooks.delivery(hook, event, after(1));
  receiver.answer(200);
  expect((await replay(hook, { eventIds: [event.id] })).body).toEqual({ replayed: 0 });
  await webhooks.setDeliveries(hook, "state = 'failed', next_attempt_at = null");
  const replies = await Promise.all(Array.from({ length: 5 }, () => replay(hook, { eventIds: [event.id] })));
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  const delivery = await webhooks.delivery(hook, event, isDelivered);
  const sent = replies.reduce((sum, { body }) => sum + body.replayed, 0);
  expect(sent).toBeGreaterThanOrEqual(1);
  expect([delivery.attempts.length, receiver.received.length]).toEqual([1 + sent, 1 + sent]);
});

describe('a range', () => {
  /** Deliveries of three ages and two types, one in each final state. */
  async function history(): Promise<{ hook: Hook; events: readonly Stored[] }> {
    const receiver = await receivers.open();
    const hook = await webhooks.create({ url: receiver.url });
    const events = [
      await webhooks.event(hook, 'target.published', 3 * 3_600),
      await webhooks.event(hook, 'target.failed', 2 * 3_600),
      await webhooks.event(hook, 'target.failed', 3_600),
    ];
    for (const event of events) await webhooks.delivery(hook, event, isDelivered);
    const states = ['delivered', 'failed', 'missed'];
    for (const [n, event] of events.entries())
      await webhooks.server.db.query({
        text: `update webhook_deliveries d set state = $2 from events v where v.id = d.event_id and v.body = $1`,
        values: [event.body, states[n]],
      });
    return { hook, events };
  }
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  test.each<[string, () => Partial<ReplayBody>, readonly number[]]>([
    ['takes what is failed or missed', () => ({ since: FOREVER }), [1, 2]],
    ['takes what has a state', () => ({ since: FOREVER, status: 'missed' }), [2]],
    ['takes what was delivered when that is asked for', () => ({ since: FOREVER, status: 'delivered' }), [0]],
    ['begins at a time', () => ({ since: ago(1.5) }), [2]],
    ['ends at a time', () => ({ since: FOREVER, until: ago(1.5) }), [1]],
    ['takes types', () => ({ since: FOREVER, events: ['target.published'], status: 'delivered' }), [0]],
    ['that is empty takes nothing', () => ({ since: ago(0.1) }), []],
  ])('%s', async (_, body, expected) => {
    const { hook, events } = await history();
    const reply = await replay(hook, body());
    expect([reply.status, reply.body]).toEqual([202, { replayed: expected.length }]);
    for (const n of expected)
      await webhooks.delivery(hook, events[n]!, (delivery) => after(2)(delivery) && isDelivered(delivery));
    const attempts = await Promise.all(events.map((event) => webhooks.delivery(hook, event, () => true)));
    expect(attempts.map((delivery: Delivery) => delivery.attempts.length)).toEqual(
      [0, 1, 2].map((n) => (expected.includes(n) ? 2 : 1)),
    );
  });

  test('of more than 10,000 takes the oldest 10,000', async () => {
    const receiver = await receivers.open((response) => void response.writeHead(200).end());
    const hook = await webhooks.create({ url: receiver.url });
    await webhooks.server.db.query({
      text: `with e as (
               insert into events (project_id, id, type, occurred_at, position, body)
               select w.project_id, gen_random_uuid(), 'target.failed', now(), n, '{}' from webhook_endpoints w, generate_series(1, 10001) n where w.url = $1
               returning project_id, id, position)
             insert into webhook_deliveries (project_id, id, endpoint_id, event_id, state)
             select e.project_id, lpad(to_hex(e.position), 32, '0')::uuid, w.id, e.id, 'missed'
             from e join webhook_endpoints w on w.project_id = e.project_id`,
      values: [receiver.url],
    });
    expect((await replay(hook, { since: FOREVER })).body).toEqual({ replayed: 10_000 });
    const { rows } = await webhooks.server.db.query({
      text: `select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where e.url = $1 and d.state = 'missed'`,
      values: [receiver.url],
    });
    expect(rows).toEqual([{ id: '00000000-0000-0000-0000-000000002711' }]);
    await hook.project.call('DELETE', `/api/v1/webhooks/${hook.webhook.id}`);
  });
});

describe('refused', () => {
  test('to a webhook that is disabled', async () => {
    const { hook, event } = await delivered();
    await hook.project.call('PATCH', `/api/v1/webhooks/${hook.webhook.id}`, { enabled: false });
    for (const body of [{ eventIds: [event.id] }, { since: FOREVER }]) {
      const reply = await replay(hook, body);
      const { code, message } = WEBHOOK_REFUSALS.disabled().refusal;
      expect([reply.status, reply.body]).toEqual([409, errorBody(reply, code, message)]);
    }
  });

  test.each([
    {},
    { eventIds: [], since: FOREVER },
    { until: FOREVER },
    { since: 'yesterday' },
    { eventIds: Array(26).fill('evt_1') },
  ])('the body %j', async (body) => {
    const { hook } = await delivered();
    const reply = await replay(hook, body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('a storm of replays of one key', async () => {
    const { hook, event, receiver } = await delivered();
    const replies = await Promise.all(Array.from({ length: 30 }, () => replay(hook, { eventIds: [event.id] })));
    const limited = replies.filter(({ status }) => status === 429);
    expect([limited.length >= 15, replies.length - limited.length >= 10]).toEqual([true, true]);
    expect(limited[0]!.body.error.code).toBe('rate_limited');
    expect(Number(limited[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(receiver.received.length).toBeLessThanOrEqual(1 + 15);
  });
});
