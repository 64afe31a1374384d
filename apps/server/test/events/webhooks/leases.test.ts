import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readEncryptionKeys } from '../../../src/config/encryption-keys.ts';
import { startServerProcess } from '../../composition/server-process.ts';
import { until } from '../../until.ts';
import { useReceivers } from './receivers.ts';
import { isDelivered, useWebhooks } from './use-webhooks.ts';

const KEY = `k1:${randomBytes(32).toString('base64')}`;
const read = readEncryptionKeys(KEY);
if ('problem' in read) throw new Error(read.problem);

const webhooks = useWebhooks({
  encryptionKeys: read.keys,
  options: { webhookTimes: { lookEveryMs: 50, timeoutMs: 600_000, leaseSeconds: 1, heartbeatMs: 100, drainMs: 50 } },
});
const receivers = useReceivers();

test('a live server keeps a delivery that its receiver answers slowly: no other attempts it', async () => {
  const other = await webhooks.server.startAnother();
  let answer = (): void => undefined;
  const receiver = await receivers.open((response) => {
    answer = () => void response.writeHead(200).end();
  });
  const hook = await webhooks.create({ url: receiver.url });
  const event = await webhooks.event(hook);
  await receiver.got(1);
  // For several leases.
  await until(async () => {
    const { rowCount } = await webhooks.server.db.query({
      text: `select from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
             where e.url = $1 and d.lease_expires_at > d.created_at + interval '5 s'`,
      values: [receiver.url],
    });
    return rowCount === 1 ? true : null;
  });
  expect(receiver.received).toHaveLength(1);
  answer();
  const { attempts } = await webhooks.delivery(hook, event, isDelivered);
  expect([attempts.length, receiver.received.length]).toEqual([1, 1]);
  await other.halt();
});

test('a server that is killed holds a delivery for 15 s at most: then another one sends it again', async () => {
  const receiver = await receivers.open(() => undefined, 204);
  const hook = await webhooks.create({ url: receiver.url });
  await webhooks.server.halt();
  const killed = startServerProcess({
    FANFARE_ENV: 'development',
    DATABASE_URL: webhooks.server.databaseUrl,
    ENCRYPTION_KEYS: KEY,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  });
  await killed.ready;
  await webhooks.event(hook);
  await receiver.got(1);
  killed.kill('SIGKILL');
  await killed.ended;
  const { rows } = await webhooks.server.db.query({
    text: `select d.lease_expires_at <= now() + interval '15 s' as ends from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
           where e.url = $1`,
    values: [receiver.url],
  });
  expect(rows).toEqual([{ ends: true }]);
  await webhooks.server.startAnother();
  await webhooks.setDeliveries(hook, 'lease_expires_at = now()');
  await receiver.got(2);
});
