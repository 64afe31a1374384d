import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { claimDeliveries, findDueEndpoints } from '../../../src/events/webhooks/due-deliveries.table.ts';
import { shareSlots } from '../../../src/events/webhooks/share-slots.ts';
import { recordAttempt } from '../../../src/events/webhooks/webhook-attempts.table.ts';
import { until } from '../../until.ts';
import { type Receiver, useReceivers, verified } from './receivers.ts';
import { after, isDelivered, type Stored, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();

beforeAll(async () => {
  await webhooks.server.startAnother();
  await webhooks.server.startAnother();
});

/** Counts what arrives: the ids with their bytes, and the most calls at once. */
async function counting() {
  let open = 0;
  let most = 0;
  const receiver = await receivers.open(async (response) => {
    most = Math.max(most, ++open);
    await sleep(20);
    open--;
    response.writeHead(200).end();
  });
  return { receiver, most: () => most };
}

const arrived = ({ received }: Receiver) =>
  received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`).sort();

test('three servers deliver each event once, at most four at the same time to one endpoint', async () => {
  const { receiver, most } = await counting();
  const hook = await webhooks.create({ url: receiver.url });
  const events: Stored[] = [];
  for (let n = 0; n < 60; n++) events.push(await webhooks.event(hook));
  await until(async () => ((await webhooks.deliveries(hook, '?limit=100')).every(isDelivered) ? true : null));
  expect(arrived(receiver)).toEqual(events.map(({ id, body }) => `${id} ${body}`).sort());
  for (const call of receiver.received) verified(call, hook.secret);
  expect(most()).toBeLessThanOrEqual(4);
  expect(most()).toBeGreaterThan(1);
});

test('a process that dies between sending and storing: another sends the same id and bytes again, and stores it once', async () => {
  let answer = (): void => undefined;
  const receiver = await receivers.open(204, (response) => {
    answer = () => void response.writeHead(204).end();
  });
  const hook = await webhooks.create({ url: receiver.url });
  // Held back, so that the process of this test gets it.
  await webhooks.set(hook, 'enabled = false');
  const event = await webhooks.event(hook);
  const claimed = await webhooks.server.db.transaction(async (tx) => {
    await tx.query({ text: 'update webhook_endpoints set enabled = true where url = $1', values: [receiver.url] });
    await tx.query({
      text: `update webhook_deliveries d set state = 'pending', next_attempt_at = now() from webhook_endpoints e where e.id = d.endpoint_id and e.url = $1`,
      values: [receiver.url],
    });
    return claimDeliveries(tx, shareSlots(await findDueEndpoints(tx), []), 60);
  });
  const [own] = claimed;
  expect([claimed.length, own?.body]).toEqual([1, event.body]);
  // Sent, and then the process is gone.
  await fetch(receiver.url, { method: 'POST', headers: { 'webhook-id': event.id }, body: own!.body });
  await webhooks.setDeliveries(hook, 'lease_expires_at = now()');
  await receiver.got(2);
  // It was only stopped, and stores its attempt while the other one is under way.
  const facts = { durationMs: 5, status: 500, error: 'late', response: null };
  const late = () =>
    recordAttempt(webhooks.server.db, own!, facts, { state: 'retry', inMs: 5_000, disable: null, pauseMs: 0 });
  expect(await late()).toEqual({ recorded: false });
  answer();
  const delivery = await webhooks.delivery(hook, event, isDelivered);
  expect(delivery.attempts.map(({ number }) => number)).toEqual([1]);
  expect(arrived(receiver)).toEqual([`${event.id} ${event.body}`, `${event.id} ${event.body}`]);
  expect(await late()).toEqual({ recorded: false });
  expect(await webhooks.delivery(hook, event, () => true)).toEqual(delivery);
});

test('an attempt is stored by the newest lease alone, and once, also when the answer to storing it is lost', async () => {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url });
  await webhooks.set(hook, 'enabled = false');
  const event = await webhooks.event(hook);
  await webhooks.setDeliveries(
    hook,
    "state = 'pending', next_attempt_at = now(), lease_token = 1, lease_expires_at = now() + interval '1 min'",
  );
  const { rows } = await webhooks.server.db.query<{ project_id: string; id: string }>({
    text: `select d.project_id, d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where e.url = $1`,
    values: [receiver.url],
  });
  const lease = { projectId: rows[0]!.project_id, deliveryId: rows[0]!.id, token: 1 };
  const facts = { durationMs: 5, status: 500, error: 'not_2xx: x', response: '' };
  const verdict = { state: 'retry', inMs: 3_600_000, disable: null, pauseMs: 0 } as const;
  // An earlier attempt, whose lease ended while its process stood still, stores nothing.
  const late = { ...lease, token: 0 };
  expect(await recordAttempt(webhooks.server.db, late, facts, verdict)).toEqual({ recorded: false });
  const first = await recordAttempt(webhooks.server.db, lease, facts, verdict);
  expect(first).toMatchObject({ recorded: true, status: 'pending' });
  expect(await recordAttempt(webhooks.server.db, lease, facts, verdict)).toEqual({ recorded: false });
  expect((await webhooks.delivery(hook, event, after(1))).attempts).toHaveLength(1);
});
