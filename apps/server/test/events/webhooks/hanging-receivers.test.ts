import { expect, test } from 'vitest';
import { until } from '../../until.ts';
import { type Receiver, useReceivers } from './receivers.ts';
import { after, type Hook, isDelivered, useWebhooks } from './use-webhooks.ts';

// Nothing that hangs ends during this file.
const webhooks = useWebhooks({ options: { webhookTimes: { lookEveryMs: 50, timeoutMs: 600_000, drainMs: 50 } } });
const receivers = useReceivers();

const hanging = () => receivers.open(() => undefined);

test('endpoints that hang, with hundreds of deliveries each, delay no other', async () => {
  const hangs: Receiver[] = [];
  for (let n = 0; n < 10; n++) {
    const receiver = await hanging();
    const hook = await webhooks.create({ url: receiver.url });
    await webhooks.event(hook, 'target.published', 60);
    await webhooks.server.db.query({
      text: `with e as (insert into events (project_id, id, type, position, body)
               select project_id, gen_random_uuid(), 'target.failed', 1000 + n, '{}' from webhook_endpoints, generate_series(1, 300) n where url = $1
               returning project_id, id)
             insert into webhook_deliveries (project_id, id, endpoint_id, event_id, state, next_attempt_at)
             select e.project_id, gen_random_uuid(), w.id, e.id, 'pending', now() - interval '1 min'
             from e join webhook_endpoints w on w.project_id = e.project_id`,
      values: [receiver.url],
    });
    hangs.push(receiver);
  }
  await Promise.all(hangs.map((receiver) => receiver.got(4)));
  const good = await receivers.open();
  const hook = await webhooks.create({ url: good.url });
  for (let n = 0; n < 20; n++) {
    const event = await webhooks.event(hook);
    await webhooks.delivery(hook, event, isDelivered);
  }
  expect(good.received).toHaveLength(20);
  // Each of the others holds four places, and no more.
  expect(hangs.map(({ received }) => received.length)).toEqual(hangs.map(() => 4));
});

test('one that keeps failing gets one delivery at a time', async () => {
  const receiver = await hanging();
  const hook = await webhooks.create({ url: receiver.url });
  await webhooks.set(hook, "failing_since = now() - interval '1 h', failed_attempts = 4");
  for (let n = 0; n < 5; n++) await webhooks.event(hook);
  await receiver.got(1);
  const good = await receivers.open();
  const other: Hook = await webhooks.create({ url: good.url });
  for (let n = 0; n < 3; n++) await webhooks.delivery(other, await webhooks.event(other), after(1));
  const inFlight = await until(async () => receiver.received.length);
  expect(inFlight).toBe(1);
});

test('a receiver host gets a bounded number of attempts at once, and the next ones when these end', async () => {
  const ends: (() => void)[] = [];
  const receiver = await receivers.open((response) => void ends.push(() => response.writeHead(200).end()));
  for (let n = 0; n < 12; n++) {
    const hook = await webhooks.create({ url: `${receiver.url}/${n}` });
    for (let event = 0; event < 4; event++) await webhooks.event(hook);
  }
  await until(async () => (ends.length >= 28 ? true : null));
  // Others are delivered to meanwhile.
  const good = await receivers.open();
  const other = await webhooks.create({ url: good.url });
  for (let n = 0; n < 3; n++) await webhooks.delivery(other, await webhooks.event(other), after(1));
  expect(receiver.received.length).toBeLessThanOrEqual(32);
  let ended = 0;
  await until(async () => {
    while (ended < ends.length) ends[ended++]!();
    return receiver.received.length === 48 ? true : null;
  });
});
