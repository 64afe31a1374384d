import type { ListEventsResponse, WebhookEvent } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { useReceivers, verified } from './receivers.ts';
import { useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();

test('what happens to a post arrives at a webhook, with the bytes that GET /events shows', async () => {
  const { server } = webhooks;
  const project = await server.createProject();
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url, events: ['target.published', 'post.published'] }, project);
  const x = await server.person('x', { project });
  const { post } = (await x.publish({ content: 'Hello webhooks' })).body;
  await receiver.got(2);
  const events = receiver.received.map((call) => verified(call, hook.secret) as WebhookEvent);
  expect(events.map(({ type }) => type).sort()).toEqual(['post.published', 'target.published']);
  for (const { data } of events) expect(data).toMatchObject({ post: { id: post.id, status: 'published' } });
  const { text, body } = await project.call<ListEventsResponse>('GET', '/api/v1/events');
  for (const [n, { body: bytes, headers }] of receiver.received.entries()) {
    expect(headers['webhook-id']).toBe(events[n]!.id);
    expect(text).toContain(bytes);
    expect(body.events.find(({ id }) => id === headers['webhook-id'])).toEqual(JSON.parse(bytes));
  }
});
