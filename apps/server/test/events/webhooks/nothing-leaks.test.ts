import type { RotateSecretResponse } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { useReceivers } from './receivers.ts';
import { after, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks({ logLevel: 'trace' });
const receivers = useReceivers();

test('no log line has a secret, a signature, the path or query of an address, or what was sent and answered', async () => {
  const receiver = await receivers.open((response) => void response.writeHead(410).end('answer of the receiver'));
  const url = receiver.url.replace('/hook', '/path-t0ken/hook?key=query-t0ken');
  const hook = await webhooks.create({ url });
  const path = `/api/v1/webhooks/${hook.webhook.id}`;
  const rotated = (await hook.project.call<RotateSecretResponse>('POST', `${path}/rotate-secret`)).body;
  await hook.project.call('POST', `${path}/test`);
  const event = await webhooks.event(hook);
  await webhooks.delivery(hook, event, after(1));
  const log = webhooks.server.log();
  expect(log).toContain('webhook attempt');
  expect(log).toContain('a webhook was disabled');
  const signatures = receiver.received.flatMap(({ headers }) => String(headers['webhook-signature']).split(' '));
  expect(signatures).toHaveLength(4);
  const secrets = [hook.secret, rotated.secret, ...signatures].map((text) => text.replace(/^\w+[_,]/, ''));
  for (const text of [...secrets, 'path-t0ken', 'query-t0ken', 'answer of the receiver', 'Crème brûlée'])
    expect(log.includes(text)).toBe(false);
});
