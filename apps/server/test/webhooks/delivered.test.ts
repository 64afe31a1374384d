import { expect, test } from 'vitest';
import { useReceivers, verified } from './receivers.ts';
import { isDelivered, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();

test('an event arrives once, signed, as the bytes that are stored', async () => {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url });
  const event = await webhooks.event(hook);
  const delivery = await webhooks.delivery(hook, event, isDelivered);
  expect(receiver.received).toEqual([
    {
      path: '/hook',
      body: event.body,
      headers: {
        host: `127.0.0.1:${receiver.port}`,
        connection: 'close',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(event.body)),
        'user-agent': 'Fanfare',
        'webhook-id': event.id,
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      },
    },
  ]);
  expect(verified(receiver.received[0]!, hook.secret)).toEqual(JSON.parse(event.body));
  expect(delivery).toEqual({
    id: expect.stringMatching(/^dlv_/),
    eventId: event.id,
    eventType: 'target.published',
    status: 'delivered',
    createdAt: expect.any(String),
    nextAttemptAt: null,
    attempts: [
      { number: 1, at: expect.any(String), durationMs: expect.any(Number), status: 204, error: null, response: '' },
    ],
  });
});

test('an endpoint gets what it chose, each of several gets its own copy, another project nothing', async () => {
  const [all, some, none, foreign] = await Promise.all([1, 2, 3, 4].map(() => receivers.open()));
  const hook = await webhooks.create({ url: all!.url });
  await webhooks.create({ url: some!.url, events: ['target.published'] }, hook.project);
  await webhooks.create({ url: none!.url, events: ['account.expired'] }, hook.project);
  await webhooks.create({ url: foreign!.url });
  const event = await webhooks.event(hook);
  await Promise.all([all!.got(1), some!.got(1)]);
  await webhooks.delivery(hook, event, isDelivered);
  expect(
    [all, some, none, foreign].map((receiver) => receiver!.received.map(({ headers }) => headers['webhook-id'])),
  ).toEqual([[event.id], [event.id], [], []]);
});
