import { randomBytes } from 'node:crypto';
import type { RotateSecretResponse, TestWebhookResponse } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { readEncryptionKeys } from '../../../src/config/encryption-keys.ts';
import { isVerified, useReceivers } from '../../events/webhooks/receivers.ts';
import { useWebhooks } from '../../events/webhooks/use-webhooks.ts';
import { runFanfare } from './run-fanfare.ts';

const [k1, k2] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`) as [string, string];
const keysOf = (text: string) => {
  const read = readEncryptionKeys(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.keys;
};

const webhooks = useWebhooks({ encryptionKeys: keysOf(k1) });
const receivers = useReceivers();

const rewrap = (...keys: string[]) =>
  runFanfare(['keys', 'rewrap'], { DATABASE_URL: webhooks.server.databaseUrl, ENCRYPTION_KEYS: keys.join(',') });
const stored = async () =>
  (
    await webhooks.server.db.query({
      text: 'select key_id, previous_key_id from webhook_endpoints order by created_at, id',
    })
  ).rows;

test('the secrets of webhooks are re-wrapped, both of a rotation, and verify what arrives from a server with the new key alone', async () => {
  const receiver = await receivers.open();
  const hook = await webhooks.create({ url: receiver.url });
  const path = `/api/v1/webhooks/${hook.webhook.id}`;
  const { secret } = (await hook.project.call<RotateSecretResponse>('POST', `${path}/rotate-secret`)).body;
  await webhooks.create({ url: `${receiver.url}?second` }, hook.project);
  expect(await rewrap(k2, k1)).toEqual({
    code: 0,
    stdout:
      '0 credentials re-wrapped with "k2".\n3 webhook secrets re-wrapped with "k2".\nNo credential needs "k1" any more. Backups made until now still do: keep the key with them.\n',
    stderr: '',
  });
  expect(await stored()).toEqual([
    { key_id: 'k2', previous_key_id: 'k2' },
    { key_id: 'k2', previous_key_id: null },
  ]);
  const renewed = await webhooks.server.startAnother({ encryptionKeys: keysOf(k2) });
  const tested = await hook.project.at(renewed.baseUrl).call<TestWebhookResponse>('POST', `${path}/test`);
  expect(tested.body.delivered).toBe(true);
  expect([hook.secret, secret].map((one) => isVerified(receiver.received[0]!, one))).toEqual([true, true]);
});

test('a secret that does not open is named and does not stop the others', async () => {
  const receiver = await receivers.open();
  const broken = await webhooks.create({ url: receiver.url });
  await webhooks.set(broken, 'wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1)');
  await webhooks.create({ url: receiver.url });
  const outcome = await rewrap(k2, k1);
  expect(outcome).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 webhook secrets re-wrapped with "k2".\n'),
  });
  expect(outcome.stderr).toContain(`${broken.webhook.id} of prj_`);
  expect(outcome.stderr).toContain('Webhook secrets still need an old key ("k1": 1).');
});
