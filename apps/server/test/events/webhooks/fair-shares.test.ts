import { expect, test } from 'vitest';
import type { Project } from '../../harness.ts';
import { until } from '../../until.ts';
import { type Receiver, useReceivers } from './receivers.ts';
import { type Hook, isDelivered, useWebhooks } from './use-webhooks.ts';

// Nothing that hangs ends during this file.
const webhooks = useWebhooks({ options: { webhookTimes: { lookEveryMs: 50, timeoutMs: 600_000, drainMs: 50 } } });
const receivers = useReceivers();

/**
 * A project with so many webhooks that never answer, each at a receiver of its own, and five events
 * for each.
 */
async function hangingProject(endpoints: number): Promise<readonly Receiver[]> {
  const project = await webhooks.server.createProject();
  const opened: Receiver[] = [];
  let hook: Hook | null = null;
  for (let n = 0; n < endpoints; n++) {
    const receiver = await receivers.open(() => undefined);
    hook = await webhooks.create({ url: receiver.url }, project);
    opened.push(receiver);
  }
  for (let n = 0; n < 5; n++) await webhooks.event(hook!, 'target.published', 60);
  return opened;
}

/** Events of a project whose receiver answers; resolves once all of them arrived. */
async function deliverAll(events: number, project?: Project): Promise<Receiver> {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url }, project);
  const written = [];
  for (let n = 0; n < events; n++) written.push(await webhooks.event(hook));
  for (const event of written) await webhooks.delivery(hook, event, isDelivered);
  return receiver;
}

test('new projects whose webhooks never answer, one after the other, hold no place that others need', async () => {
  const slow: Receiver[] = [];
  const hanging = () => slow.reduce((sum, { received }) => sum + received.length, 0);
  // As many as a server has places.
  while (hanging() < 128) {
    const [first, ...rest] = await hangingProject(4);
    slow.push(first!, ...rest);
    await until(async () => (first!.received.length > 0 || hanging() >= 128 ? true : null));
  }
  const other = await deliverAll(40);
  expect(other.received).toHaveLength(40);
});

test('twenty webhooks of one project that hang leave every other project its deliveries', async () => {
  const slow = await hangingProject(20);
  await slow[0]!.got(1);
  const other = await deliverAll(40);
  expect(other.received).toHaveLength(40);
  // Each of them has its turn, too.
  await Promise.all(slow.map((receiver) => receiver.got(1)));
});

test('four projects whose twenty webhooks never answer leave a fifth all of its deliveries', async () => {
  const slow = [];
  for (let n = 0; n < 4; n++) slow.push(await hangingProject(20));
  await Promise.all(slow.map(([first]) => first!.got(1)));
  const other = await deliverAll(40);
  expect(other.received).toHaveLength(40);
});
