import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, test } from 'vitest';
import { signWebhook, WEBHOOK_SECRET_BYTES, webhookHeaders, webhookSecret } from '../src/index.ts';

const secretOf = (bytes: Uint8Array) => webhookSecret(bytes);
const secrets = fc.uint8Array({ minLength: WEBHOOK_SECRET_BYTES, maxLength: WEBHOOK_SECRET_BYTES }).map(secretOf);
const ids = fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/).map((suffix) => `evt_${suffix}`);
const bodies = fc.jsonValue().map((data) => JSON.stringify({ type: 'target.failed', data }));

/** The libraries of receivers, each of which throws on what it does not accept. */
const RECEIVERS = { standardwebhooks: StandardWebhook, svix: SvixWebhook };

test.each(Object.entries(RECEIVERS))(
  '%s verifies every delivery, by each of one or two secrets',
  async (_, Receiver) => {
    await fc.assert(
      fc.asyncProperty(ids, bodies, fc.array(secrets, { minLength: 1, maxLength: 2 }), async (id, body, own) => {
        const headers = await webhookHeaders({ id, at: new Date(), body, secrets: own });
        for (const secret of own) expect(() => new Receiver(secret).verify(body, headers)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  },
);

test.each(Object.entries(RECEIVERS))(
  '%s refuses another secret, another body, another id and an old timestamp',
  async (_, Receiver) => {
    const secret = secretOf(new Uint8Array(WEBHOOK_SECRET_BYTES).fill(1));
    const other = secretOf(new Uint8Array(WEBHOOK_SECRET_BYTES).fill(2));
    const sent = { id: 'evt_1', body: '{"a":1}', secrets: [secret] };
    const headers = await webhookHeaders({ ...sent, at: new Date() });
    const receiver = new Receiver(secret);
    expect(() => receiver.verify(sent.body, headers)).not.toThrow();
    expect(() => new Receiver(other).verify(sent.body, headers)).toThrow();
    expect(() => receiver.verify('{"a":2}', headers)).toThrow();
    expect(() => receiver.verify(sent.body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const old = await webhookHeaders({ ...sent, at: new Date(Date.now() - 301_000) });
    expect(() => receiver.verify(sent.body, old)).toThrow();
  },
);

test('the example of the standard has the signature of the standard', async () => {
  // Standard Webhooks 1.0.0, libraries/javascript/src/index.test.ts ("sign function works"),
  // checked 2026-11.
  const signature = await signWebhook('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}', [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ]);
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a secret is 32 bytes in base64 after whsec_', () => {
  expect(secretOf(new Uint8Array(WEBHOOK_SECRET_BYTES))).toBe(`whsec_${'A'.repeat(43)}=`);
});

test('the headers are those of the standard, with the moment of the attempt in whole seconds', async () => {
  const secret = secretOf(new Uint8Array(WEBHOOK_SECRET_BYTES));
  const headers = await webhookHeaders({ id: 'evt_1', at: new Date(1_795_167_008_999), body: '{}', secrets: [secret] });
  expect(headers).toEqual({
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1795167008',
    'webhook-signature': await signWebhook('evt_1', 1_795_167_008, '{}', [secret]),
  });
});
