import { createHmac } from 'node:crypto';
import type { ReceiverProcess } from '../src/start-receiver.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 4).toString('base64')}`;

export const eventOf = (index: number): string =>
  JSON.stringify({
    id: `evt_${index}`,
    type: 'target.published',
    timestamp: '2026-11-22T09:00:00.000Z',
    data: {
      post: { id: `post_${index}`, idempotencyKey: `announcement ${index}` },
      target: { platform: 'x', url: `https://x.example/${index}` },
    },
  });

/** Delivers as Fanfare does; null when nothing answers. */
export async function deliver(url: string, body: string, secret = SECRET): Promise<number | null> {
  const { id } = JSON.parse(body) as { id: string };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  const response = await fetch(url, { method: 'POST', body, headers }).catch(() => null);
  return response?.status ?? null;
}

export async function kill({ process: child }: ReceiverProcess, signal: NodeJS.Signals): Promise<unknown> {
  const closed = new Promise((resolve) => child.once('close', (code, by) => resolve(by ?? code)));
  child.kill(signal);
  return closed;
}
