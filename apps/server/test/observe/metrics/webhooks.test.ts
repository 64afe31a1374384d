import { expect, test } from 'vitest';
import { useReceivers } from '../../events/webhooks/receivers.ts';
import { after, isDelivered, useWebhooks } from '../../events/webhooks/use-webhooks.ts';

const webhooks = useWebhooks({ metricsPort: 0 });
const receivers = useReceivers();

async function read(): Promise<Record<string, number>> {
  const text = await (await fetch(webhooks.server.metricsUrl!)).text();
  return Object.fromEntries(
    [...text.matchAll(/^(fanfare_\w*webhook\w*(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]),
  );
}

test('attempts are counted by their outcome; gauges show the oldest due delivery and what the service has disabled', async () => {
  expect(await read()).toEqual({ fanfare_oldest_webhook_delivery_seconds: 0, fanfare_webhooks_disabled: 0 });
  const good = await webhooks.create({ url: (await receivers.open()).url });
  await webhooks.delivery(good, await webhooks.event(good), isDelivered);
  const hook = await webhooks.create({ url: (await receivers.open(500, 410)).url });
  const retried = await webhooks.event(hook);
  await webhooks.delivery(hook, retried, after(1));
  await webhooks.set(hook, 'enabled = false');
  await webhooks.setDeliveries(hook, "next_attempt_at = now() - interval '1 h'");
  expect((await read()).fanfare_oldest_webhook_delivery_seconds).toBe(0);
  const hanging = await webhooks.create({ url: (await receivers.open(() => undefined)).url });
  await webhooks.event(hanging);
  await webhooks.setDeliveries(hanging, "next_attempt_at = now() - interval '1 h'");
  const oldest = (await read()).fanfare_oldest_webhook_delivery_seconds!;
  expect([oldest >= 3_600, oldest < 3_700]).toEqual([true, true]);
  await webhooks.setDeliveries(hanging, "next_attempt_at = now() + interval '1 h', lease_expires_at = null");
  await webhooks.set(hook, 'enabled = true');
  await webhooks.delivery(hook, retried, after(2));
  expect(await read()).toEqual({
    'fanfare_webhook_attempts_total{outcome="delivered"}': 1,
    'fanfare_webhook_attempts_total{outcome="retried"}': 1,
    'fanfare_webhook_attempts_total{outcome="failed"}': 1,
    fanfare_oldest_webhook_delivery_seconds: 0,
    fanfare_webhooks_disabled: 1,
  });
});
