import { SECRET_PREFIX, toBase64 } from './webhook-secret.ts';

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/**
 * The header `webhook-signature` of one attempt: a signature by each secret, separated by spaces
 * (Standard Webhooks 1.0.0, `v1`, checked 2026-11).
 *
 * @param id - Id of the event, which is the header `webhook-id`.
 * @param timestampSeconds - Moment of the attempt in seconds since 1970, which is the header
 *   `webhook-timestamp`.
 * @param body - Exactly the text that is sent.
 * @param secrets - Every secret that signs, the current one first.
 *
 * @example
 * await signWebhook('evt_1', 1795167008, '{}', ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDEAIjmLGxvOc=']); // 'v1,…'
 */
export async function signWebhook(
  id: string,
  timestampSeconds: number,
  body: string,
  secrets: readonly string[],
): Promise<string> {
  const signed = new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`);
  const signatures = secrets.map(async (secret) => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', fromBase64(secret.slice(SECRET_PREFIX.length)), algorithm, false, [
      'sign',
    ]);
    return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
  });
  return (await Promise.all(signatures)).join(' ');
}

/**
 * The headers of one attempt, in lower case.
 *
 * @example
 * await webhookHeaders({ id: 'evt_1', at: new Date(), body: '{}', secrets }); // { 'webhook-id': 'evt_1', 'webhook-timestamp': '…', … }
 */
export async function webhookHeaders({
  id,
  at,
  body,
  secrets,
}: {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  readonly secrets: readonly string[];
}): Promise<Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': await signWebhook(id, seconds, body, secrets),
  };
}
