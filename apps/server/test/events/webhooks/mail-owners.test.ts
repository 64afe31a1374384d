import type { ListEventsResponse, StoredEventType } from '@fanfare/contract';
import { afterAll, expect, test } from 'vitest';
import { ids } from '../../../src/process/ids.ts';
import { startMailServer } from '../../people/mail/mail-server.ts';
import { until } from '../../until.ts';
import { useReceivers } from './receivers.ts';
import { after, type Hook, isDelivered, useWebhooks } from './use-webhooks.ts';

const mails = await startMailServer();
afterAll(() => mails.stop());
const webhooks = useWebhooks({
  env: { SMTP_URL: mails.url },
  options: { webhookTimes: { lookEveryMs: 50, timeoutMs: 3_000, drainMs: 200 } },
});
const receivers = useReceivers();

/** Adds a person to the workspace of a webhook. Returns their address. */
async function join({ webhook }: Hook, role: 'owner' | 'member', isProven = true): Promise<string> {
  const email = `${role}-${ids.secret(6).toString('hex')}@example.com`;
  await webhooks.server.db.query({
    text: `with u as (insert into users (id, email, proven_at) values ($1, $2, case when $3 then now() end) returning id)
           insert into memberships (workspace_id, user_id, role)
           select p.workspace_id, u.id, $4 from u, projects p join webhook_endpoints e on e.project_id = p.id where e.url = $5`,
    values: [ids.uuid(), email, isProven, role, webhook.url],
  });
  return email;
}

/** Returns the state of the webhook in the one event of a type. */
const stateOf = ({ project }: Hook, type: StoredEventType): Promise<unknown> =>
  until(async () => {
    const { events } = (await project.call<ListEventsResponse>('GET', `/api/v1/events?type=${type}`)).body;
    return events.length === 1 ? events[0]!.data : null;
  });

/** Delivers an event, and looks for owners to mail. */
const deliver = async (hook: Hook, ends: Parameters<typeof webhooks.delivery>[2]): Promise<void> => {
  await webhooks.delivery(hook, await webhooks.event(hook), ends);
  await webhooks.server.run('mail-owners');
};

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const HOUR = "failing_since = now() - interval '61 min', failed_attempts = 3";
const textsTo = (email: string): (string | undefined)[] =>
  mails.received.filter(({ envelope }) => envelope.to.includes(email)).map(({ subject }) => subject);

test('owners get one mail when a webhook has failed for an hour, and one when it was disabled', async () => {
  const receiver = await receivers.open(500, 410);
  const hook = await webhooks.create({ url: `${receiver.url}?token=s3cret` });
  const [owner, unproven, member] = [
    await join(hook, 'owner'),
    await join(hook, 'owner', false),
    await join(hook, 'member'),
  ];
  await webhooks.set(hook, HOUR);
  await deliver(hook, after(1));
  const [failing] = await mails.mailsTo(owner);
  expect(failing!.subject).toBe('A webhook of Test project keeps failing');
  for (const part of [
    'For an hour every attempt to deliver events to it has failed.',
    `Receiver: 127.0.0.1:${receiver.port}`,
    'Last failure: not_2xx: The webhook answered 500.',
    `/webhooks/${hook.webhook.id}`,
  ])
    expect(failing!.text).toContain(part);
  expect(failing!.raw).not.toContain('s3cret');

  await deliver(hook, after(1));
  await until(async () => (textsTo(owner).length === 2 ? true : null));
  const disabled = mails.received.filter(({ envelope }) => envelope.to.includes(owner))[1]!;
  expect(disabled.text).toContain('It answered 410, which means that its address is gone for good.');
  const types = (await webhooks.deliveries(hook)).map(({ eventType }) => eventType);
  expect(types).toEqual(['target.published', 'target.published']);
  const { disabledAt } = await webhooks.read(hook);
  const state = { id: hook.webhook.id, enabled: true, disabledReason: null, disabledAt: null, failingSince: TIME };
  expect(await stateOf(hook, 'webhook.failing')).toEqual({ webhook: state });
  expect(await stateOf(hook, 'webhook.disabled')).toEqual({
    webhook: { ...state, enabled: false, disabledReason: 'gone', disabledAt },
  });

  // Another webhook has its turn, and nobody else got a mail.
  const other = await webhooks.create({ url: (await receivers.open(410)).url });
  const otherOwner = await join(other, 'owner');
  await deliver(other, after(1));
  expect((await mails.mailsTo(otherOwner)).map(({ subject }) => subject)).toEqual([
    'A webhook of Test project was disabled',
  ]);
  expect([textsTo(owner), textsTo(unproven), textsTo(member)]).toEqual([
    ['A webhook of Test project keeps failing', 'A webhook of Test project was disabled'],
    [],
    [],
  ]);
});

test('a webhook that changes often has one mail a day; failures of less than an hour, and one that its caller disabled, have none', async () => {
  const receiver = await receivers.open(500, 204, 500);
  const hook = await webhooks.create({ url: receiver.url });
  const owner = await join(hook, 'owner');
  await webhooks.set(hook, HOUR);
  await deliver(hook, after(1));
  await mails.mailsTo(owner);
  await deliver(hook, isDelivered);
  await webhooks.set(hook, HOUR);
  await deliver(hook, after(1));

  const short = await webhooks.create({ url: (await receivers.open(500)).url });
  const off = await webhooks.create({ url: (await receivers.open(500)).url });
  const [shortOwner, offOwner] = [await join(short, 'owner'), await join(off, 'owner')];
  await webhooks.set(short, "failing_since = now() - interval '50 min', failed_attempts = 90");
  await deliver(short, after(1));
  await off.project.call('PATCH', `/api/v1/webhooks/${off.webhook.id}`, { enabled: false });

  const last = await webhooks.create({ url: (await receivers.open(410)).url });
  const lastOwner = await join(last, 'owner');
  await deliver(last, after(1));
  await mails.mailsTo(lastOwner);
  expect([textsTo(owner), textsTo(shortOwner), textsTo(offOwner)]).toEqual([
    ['A webhook of Test project keeps failing'],
    [],
    [],
  ]);
});
