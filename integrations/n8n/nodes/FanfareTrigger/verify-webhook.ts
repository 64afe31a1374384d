import { createHmac, timingSafeEqual } from 'node:crypto';

/** Reason that a request is no delivery of Fanfare; null when it is one. */
export type Doubt =
  | 'header_missing'
  | 'header_malformed'
  | 'secret_malformed'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'not_an_event';

type Delivery = {
  /** The bytes as they were received. */
  readonly body: Buffer;
  /** Names in lower case, as Node has them. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly secret: string;
  readonly nowSeconds: number;
};

const TOLERANCE_SECONDS = 300;
/** The shortest key that Standard Webhooks 1.0.0 allows, in bytes (checked 2026-11). */
const SHORTEST_KEY = 24;
const MOST_SIGNATURES = 10;

/** Checks signature, time and form of a request (Standard Webhooks 1.0.0). */
export function doubtOf({ body, headers, secret, nowSeconds }: Delivery): Doubt | null {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length < SHORTEST_KEY) return 'secret_malformed';
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  if (!id || !timestamp || !signatures) return 'header_missing';
  if (!/^\d{1,12}$/.test(timestamp)) return 'header_malformed';
  const age = Math.floor(nowSeconds) - Number(timestamp);
  if (Math.abs(age) > TOLERANCE_SECONDS) return age > 0 ? 'timestamp_too_old' : 'timestamp_too_new';
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const fits = signatures
    .split(' ')
    .slice(0, MOST_SIGNATURES)
    .map((one) => Buffer.from(one.startsWith('v1,') ? one.slice(3) : '', 'base64'))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  if (!fits) return 'signature_mismatch';
  return isEvent(body) ? null : 'not_an_event';
}

function isEvent(body: Buffer): boolean {
  try {
    return typeof JSON.parse(body.toString('utf8'))?.type === 'string';
  } catch {
    return false;
  }
}
