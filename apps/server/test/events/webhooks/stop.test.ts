import { expect, test } from 'vitest';
import { useReceivers } from './receivers.ts';
import { after, isDelivered, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();
const times = { lookEveryMs: 50, timeoutMs: 600_000 };

test('a stop waits for attempts in flight, and stores how they end', async () => {
  let finish = (): void => undefined;
  const receiver = await receivers.open((response) => {
    finish = () => void response.writeHead(200).end();
  });
  await webhooks.server.halt();
  const stopping = await webhooks.server.startAnother({ options: { webhookTimes: { ...times, drainMs: 600_000 } } });
  const hook = await webhooks.create(
    { url: receiver.url },
    (await webhooks.server.createProject()).at(stopping.baseUrl),
  );
  const event = await webhooks.event(hook);
  await receiver.got(1);
  const halted = stopping.halt();
  finish();
  await halted;
  const next = await webhooks.server.startAnother();
  const read = { ...hook, project: hook.project.at(next.baseUrl) };
  expect(await webhooks.delivery(read, event, after(1))).toMatchObject({
    status: 'delivered',
    attempts: [{ number: 1 }],
  });
  expect(receiver.received).toHaveLength(1);
  await next.halt();
});

test('what still hangs then is handed back: another server attempts it at once', async () => {
  const receiver = await receivers.open(() => undefined, 200);
  const stopping = await webhooks.server.startAnother({
    options: { webhookTimes: { ...times, drainMs: 50, leaseSeconds: 3_600 } },
  });
  const hook = await webhooks.create(
    { url: receiver.url },
    (await webhooks.server.createProject()).at(stopping.baseUrl),
  );
  const event = await webhooks.event(hook);
  await receiver.got(1);
  await stopping.halt();
  const next = await webhooks.server.startAnother();
  const read = { ...hook, project: hook.project.at(next.baseUrl) };
  const delivery = await webhooks.delivery(read, event, isDelivered);
  expect(delivery.attempts).toMatchObject([{ number: 1, status: 200 }]);
  expect(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
    [event.id, event.body],
    [event.id, event.body],
  ]);
});
