import type { ErrorBody, RotateSecretResponse } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { until } from '../../until.ts';
import { isVerified, useReceivers } from './receivers.ts';
import { type Hook, isDelivered, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();

const rotate = ({ project, webhook }: Hook, body?: object) =>
  project.call<RotateSecretResponse & ErrorBody>('POST', `/api/v1/webhooks/${webhook.id}/rotate-secret`, body);
const DAY_MS = 86_400_000;
const WAITING =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%secret_version%'";

/** Returns those of the secrets that verify the newest of so many deliveries. */
async function verifiedBy(
  hook: Hook,
  receiver: Awaited<ReturnType<typeof receivers.open>>,
  secrets: readonly string[],
) {
  const event = await webhooks.event(hook);
  await webhooks.delivery(hook, event, isDelivered);
  const call = receiver.received.at(-1)!;
  return secrets.map((secret) => isVerified(call, secret));
}

test('for a day both secrets sign, then only the new one', async () => {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url });
  const { status, body } = await rotate(hook);
  expect(status).toBe(200);
  const endsInMs = Date.parse(body.previousSecretExpiresAt!) - Date.now();
  expect([endsInMs > DAY_MS - 60_000, endsInMs <= DAY_MS + 1_000]).toEqual([true, true]);
  expect(body).toEqual({
    webhook: { ...hook.webhook, previousSecretExpiresAt: body.previousSecretExpiresAt },
    secret: expect.stringMatching(/^whsec_/),
    previousSecretExpiresAt: expect.any(String),
  });
  expect(await webhooks.read(hook)).toEqual(body.webhook);
  const secrets = [hook.secret, body.secret, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDEAIjmLGxvOc='];
  expect(await verifiedBy(hook, receiver, secrets)).toEqual([true, true, false]);
  await webhooks.set(hook, 'previous_secret_until = now()');
  expect(await verifiedBy(hook, receiver, secrets)).toEqual([false, true, false]);
  expect((await webhooks.read(hook)).previousSecretExpiresAt).toBe(null);
  expect((await rotate(hook)).status).toBe(200);
});

test('of twenty rotations at the same time exactly one succeeds, and the secret in use stays valid', async () => {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url });
  const replies = await webhooks.server.db
    .transaction(async (tx) => {
      await tx.query({ text: 'select from webhook_endpoints where url = $1 for update', values: [receiver.url] });
      const replies = Promise.all(Array.from({ length: 20 }, () => rotate(hook)));
      // Two have read the secret in use and are about to replace it.
      await until(async () => ((await webhooks.server.db.query({ text: WAITING })).rowCount! >= 2 ? true : null));
      return { replies };
    })
    .then((begun) => begun.replies);
  const rotated = replies.filter(({ status }) => status === 200);
  expect(rotated).toHaveLength(1);
  const signsUntil = rotated[0]!.body.previousSecretExpiresAt!;
  for (const { status, body } of replies.filter((reply) => reply.status !== 200))
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'rotation_in_progress',
      `The previous secret signs until ${signsUntil}. Wait until then, or send overlapSeconds 0 to end the old secrets at once.`,
    ]);
  expect(await verifiedBy(hook, receiver, [hook.secret, rotated[0]!.body.secret])).toEqual([true, true]);
});

test('twenty rotations at the same time that end the old secrets all succeed, and one secret is left', async () => {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url });
  const replies = await Promise.all(Array.from({ length: 20 }, () => rotate(hook, { overlapSeconds: 0 })));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const verified = await verifiedBy(
    hook,
    receiver,
    replies.map(({ body }) => body.secret),
  );
  expect(verified.filter(Boolean)).toHaveLength(1);
});
