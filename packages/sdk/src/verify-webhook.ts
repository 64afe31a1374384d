import { EVENT_TYPES } from './event-types.gen.ts';
import type { WebhookEvent } from './types.gen.ts';
import { WebhookVerificationError } from './webhook-errors.ts';

/** Headers: a `Headers`, an object, or those of Node. Names may be in any case. */
export type WebhookHeaders =
  | {
      /** The value of a header; null or undefined when it is absent. */
      get(name: string): string | null | undefined;
    }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The strictness of `verify`. */
export type VerifyOptions = {
  /** The largest distance of the timestamp from the clock, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** The moment to compare the timestamp with; now by default. */
  now?: Date;
};

/** An event of a newer server. Answer 2xx, and update the SDK to handle it. */
export type UnknownEvent = {
  /** Id of the event. */
  id: string;
  /** Always `unknown`: no event of the API has this type. */
  type: 'unknown';
  /** The type that the server sent. */
  originalType: string;
  /** Time at which it happened. */
  timestamp: string;
  /** The data as it was sent. */
  data: unknown;
};

const TOLERANCE_SECONDS = 300;
/** The shortest key that Standard Webhooks 1.0.0 allows, in bytes (checked 2026-11). */
const SHORTEST_KEY = 24;
/** There is one signature for each secret, and at most two secrets. */
const MOST_SIGNATURES = 10;

/**
 * The event of a request to your webhook, once its signature and its timestamp are verified
 * (Standard Webhooks 1.0.0). Uses WebCrypto only, so it runs in Node, Bun, Deno and workers.
 * Signatures are compared in constant time. Switch over `type`: the union is closed, with `unknown`
 * for types of a newer server.
 *
 * Throws `WebhookVerificationError`, whose `code` says whether the body was parsed before, a header
 * is missing, the secret is malformed, no signature fits, or the timestamp is more than 5 minutes
 * away.
 *
 * @param rawBody - The body exactly as it was received: text or bytes, never a parsed object.
 * @param headers - The headers of the request.
 * @param secret - The secret of the webhook, or several while you change it.
 * @param options - How far the timestamp may be from the clock.
 *
 * @example
 * const body = JSON.stringify({ id: 'evt_1', type: 'account.removed', timestamp: '2026-11-20T09:30:07.912Z', data: {} });
 * const event = await verify(body, await signedHeaders(body), secret);
 * console.log(event.type); // account.removed
 */
export async function verify(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent | UnknownEvent> {
  const body = toBytes(rawBody);
  const keys = (typeof secret === 'string' ? [secret] : (secret ?? [])).map(toKey);
  if (keys.length === 0) throw new WebhookVerificationError('secret_malformed');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  checkTime(timestamp, toleranceSeconds, now);
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await fits(signatures, keys, signed))) throw new WebhookVerificationError('signature_mismatch');
  return toEvent(body);
}

function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  // A Buffer is one too. The copy is of memory that only we have.
  if (ArrayBuffer.isView(body)) return Uint8Array.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  throw new WebhookVerificationError('body_not_raw');
}

function toKey(secret: unknown): Uint8Array<ArrayBuffer> {
  try {
    const key = fromBase64(
      String(secret)
        .trim()
        .replace(/^whsec_/, ''),
    );
    if (key.length >= SHORTEST_KEY) return key;
  } catch {}
  throw new WebhookVerificationError('secret_malformed');
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

function headerOf(headers: WebhookHeaders, name: string): string {
  const given: unknown =
    typeof headers?.get === 'function'
      ? headers.get(name)
      : Object.entries(headers ?? {}).find(([own]) => own.toLowerCase() === name)?.[1];
  const value = Array.isArray(given) ? given.join(' ') : given;
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('header_missing', ` Missing: ${name}.`);
}

function checkTime(timestamp: string, toleranceSeconds: number, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('header_malformed');
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const by = ` It is ${Math.abs(ageSeconds)} seconds away, and ${toleranceSeconds} are allowed.`;
  throw new WebhookVerificationError(ageSeconds > 0 ? 'timestamp_too_old' : 'timestamp_too_new', by);
}

function concat(start: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(start.length + end.length);
  whole.set(start);
  whole.set(end, start.length);
  return whole;
}

/** Whether a signature was made with one of the keys, compared in constant time. */
async function fits(
  signatures: string,
  keys: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const made = signatures.split(' ').slice(0, MOST_SIGNATURES).flatMap(readSignature);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of made) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

/** The bytes of a signature; none for one of another kind. */
function readSignature(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return text.startsWith('v1,') ? [fromBase64(text.slice(3))] : [];
  } catch {
    return [];
  }
}

function toEvent(body: Uint8Array): WebhookEvent | UnknownEvent {
  let event: WebhookEvent | null;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
  } catch {
    event = null;
  }
  if (typeof event?.type !== 'string') throw new WebhookVerificationError('not_an_event');
  const { id, type, timestamp, data } = event;
  const isKnown = EVENT_TYPES.includes(type);
  return isKnown ? event : { id, type: 'unknown', originalType: type, timestamp, data };
}
