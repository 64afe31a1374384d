import { createHmac } from 'node:crypto';
import { afterAll } from 'vitest';
import { createClock } from '../../src/clock.ts';
import type { Delivery } from '../../src/receiver/receivers.ts';
import { startSandbox } from '../../src/start.ts';

/**
 * The published test vector of Standard Webhooks: a secret, a message and its signature (used by
 * its libraries, checked 2026-11).
 */
export const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

export const otherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export const event = (id: string, type = 'post.published') =>
  JSON.stringify({ id, type, timestamp: '2021-02-25T15:02:10.000Z', data: {} });

export function sign(secret: string, id: string, body: string, seconds = published.seconds): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

type ReceiverState = {
  readonly deliveries: readonly Delivery[];
  readonly total: number;
  readonly firstNumber: number;
  readonly lastChange: number;
};

/**
 * A sandbox whose clock stands at the moment of the published example, and short calls to one
 * receiver.
 */
export async function startReceiver(name = 'app') {
  const sandbox = await startSandbox({ port: 0, clock: createClock(() => published.seconds * 1_000) });
  afterAll(() => sandbox.close());
  const control = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(`${sandbox.url}/__sandbox${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    sandbox,
    control,
    deliver: (
      body: string,
      signed: { readonly id?: string; readonly seconds?: number; readonly signature?: string } = {},
      options: { readonly to?: string; readonly signal?: AbortSignal } = {},
    ) =>
      fetch(`${sandbox.url}/receiver/${options.to ?? name}`, {
        method: 'POST',
        body,
        ...(options.signal && { signal: options.signal }),
        headers: {
          'content-type': 'application/json',
          ...(signed.id !== undefined && { 'webhook-id': signed.id }),
          ...(signed.signature !== undefined && {
            'webhook-timestamp': String(signed.seconds ?? published.seconds),
            'webhook-signature': signed.signature,
          }),
        },
      }),
    receiver: async (since = 0) => (await control(`/receivers/${name}?since=${since}`)).body as ReceiverState,
  };
}
