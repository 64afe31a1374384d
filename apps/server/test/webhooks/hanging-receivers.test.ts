import { expect, test } from 'vitest';
import { until } from '../until.ts';
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

test('a server has 64 attempts in flight, and takes the next one when one ends', async () => {
  const ends: (() => void)[] = [];
  const receiver = await receivers.open((response) => void ends.push(() => response.writeHead(200).end()));
  const project = await webhooks.server.createProject();
  const hooks: Hook[] = [];
  for (let n = 0; n < 20; n++) hooks.push(await webhooks.create({ url: receiver.url }, project));
  for (let n = 0; n < 4; n++) await webhooks.event(hooks[0]!);
  // With those of the tests before.
  const inFlight = async (url = '%') => {
    const { rows } = await webhooks.server.db.query<{ n: number }>({
      text: `select count(*)::int as n from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where d.lease_expires_at > now() and e.url like $1`,
      values: [url],
    });
    return rows[0]!.n;
  };
  await until(async () => ((await inFlight()) === 64 ? true : null));
  const own = await inFlight(receiver.url);
  await receiver.got(own);
  ends[0]!();
  await receiver.got(own + 1);
  expect([receiver.received.length, await inFlight()]).toEqual([own + 1, 64]);
});
