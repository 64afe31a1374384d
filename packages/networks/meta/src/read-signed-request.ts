import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseJson, type Removal, type RemovalAnswer, type RemovalRefusal, type Secret } from '@fanfare/network';
import { signedPayloadSchema } from './wire.ts';

/** Real ones have about 250 characters. */
const MAX_CHARS = 4096;

/**
 * Meta names no age limit. A callback is sent at once and, by report, again when it was not
 * answered with 2xx; a copy that arrives after more than a day is not one of those. Deletions that
 * were missed come back in the list of ids Meta mails to the app's admins (data deletion callback
 * page, checked 2026-11).
 */
const MAX_AGE_MS = 86_400_000;

/** base64url without padding, both parts of it. */
const SIGNED_REQUEST = /^([\w-]+)\.([\w-]+)$/;

const refuse = (reason: RemovalRefusal): RemovalAnswer => ({ ok: false, reason });

/**
 * Verifies and reads Meta's `signed_request`: `<signature>.<payload>`, where the signature is
 * HMAC-SHA256 over the payload as it is written, keyed with the app secret of that product. Nothing
 * of the payload is looked at before the signature holds, compared in constant time. Never throws.
 * `now` and `maxAgeMs` (default 24 h) in milliseconds. The `expires` some payloads carry is the end
 * of the user's token, not of the request, and is not read.
 *
 * @example
 * readSignedRequest(form.signed_request, appSecret, { now: clock.now() }); // { ok: true, platformUserId: '27640875392278831', issuedAt: 1795176000000 }
 */
export function readSignedRequest(
  text: string,
  appSecret: Secret,
  options: { readonly now: number; readonly maxAgeMs?: number },
): RemovalAnswer {
  if (text.length > MAX_CHARS) return refuse('too_large');
  const [, signature, payload] = SIGNED_REQUEST.exec(text) ?? [];
  if (signature === undefined || payload === undefined) return refuse('malformed');
  const given = Buffer.from(signature, 'base64url');
  const due = createHmac('sha256', appSecret.reveal()).update(payload).digest();
  if (given.length !== due.length || !timingSafeEqual(given, due)) return refuse('bad_signature');
  const read = signedPayloadSchema.safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!read.success) return refuse('malformed');
  const { algorithm, issued_at: issuedAt, user_id: platformUserId } = read.data;
  if (algorithm.toUpperCase() !== 'HMAC-SHA256') return refuse('unsupported_algorithm');
  // A time in the future means a wrong clock, most likely ours. Only Meta can sign, and a wrong
  // clock must not lose a deletion.
  if (options.now - issuedAt > (options.maxAgeMs ?? MAX_AGE_MS)) return refuse('too_old');
  return { ok: true, platformUserId, issuedAt };
}

/** The removal callbacks of one product, signed with the secret of its own app. */
export const createRemoval = (appSecret: Secret): Removal => ({
  readSignedRequest: (text, now) => readSignedRequest(text, appSecret, { now }),
});
