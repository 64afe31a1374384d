import { createHmac, timingSafeEqual } from 'node:crypto';

/** The result of the check: `unchecked` without a secret, `expired` after five minutes. */
export type SignatureResult = 'valid' | 'wrong' | 'expired' | 'missing' | 'unchecked';

const PREFIX = 'whsec_';
/** The tolerance of the reference libraries (standard-webhooks 1.0.0, 2026-11). */
const TOLERANCE_S = 300;

export type Signed = {
  readonly id: string | null;
  readonly timestamp: string | null;
  /** `v1,<base64>`, several separated by spaces. */
  readonly signatures: string | null;
  readonly body: Buffer;
  readonly receivedAtMs: number;
};

/**
 * Checks a delivery: HMAC-SHA256 over `id.timestamp.body` with the bytes behind `whsec_` (Standard
 * Webhooks 1.0.0, "Webhook metadata" and "Verifying webhook authenticity", checked 2026-11).
 */
export function checkSignature(signed: Signed, secrets: readonly string[]): SignatureResult {
  const { id, timestamp, signatures, body, receivedAtMs } = signed;
  if (!id || !timestamp || !signatures) return 'missing';
  if (secrets.length === 0) return 'unchecked';
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = secrets.map((secret) => createHmac('sha256', keyOf(secret)).update(content).digest());
  const given = signatures
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice('v1,'.length), 'base64'));
  const fits = given.some((one) =>
    expected.some((other) => one.length === other.length && timingSafeEqual(one, other)),
  );
  if (!fits) return 'wrong';
  const isRecent = Math.abs(receivedAtMs / 1_000 - Number(timestamp)) <= TOLERANCE_S;
  return isRecent ? 'valid' : 'expired';
}

/** `whsec_` and the base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  const bytes = keyOf(text);
  return (
    text.startsWith(PREFIX) &&
    bytes.length >= 24 &&
    bytes.length <= 64 &&
    bytes.toString('base64') === text.slice(PREFIX.length)
  );
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
