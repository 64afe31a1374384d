import { type CreatePostBody, IdempotencyHeaderSchema } from '@fanfare/contract';
import { type Decision, refuseField } from './refusal.ts';

/**
 * Spec 4.5: the key comes in the body or in the `Idempotency-Key` header, and the body wins.
 * `headers` holds every header line of that name: two lines are refused, since which one the caller
 * meant cannot be known. One pair of double quotes round a header value is not part of the key.
 */
export function chooseIdempotencyKey(
  body: string | undefined,
  headers: readonly string[],
): Decision<{ readonly key: string }> {
  if (body !== undefined && headers.length < 2) return { ok: true, key: body };
  const given = readIdempotencyHeader(headers);
  if (!given.ok) return given;
  if (given.key !== null) return { ok: true, key: given.key };
  return refuseField(
    'idempotencyKey',
    'An idempotency key is required: set idempotencyKey in the body or send the Idempotency-Key header.',
  );
}

/** Reads the key of a request that needs none; null without the header. */
export function readIdempotencyHeader(lines: readonly string[]): Decision<{ readonly key: string | null }> {
  const [header, second] = lines;
  if (second !== undefined)
    return refuseField('headers.Idempotency-Key', 'The Idempotency-Key header was sent more than once. Send it once.');
  if (header === undefined) return { ok: true, key: null };
  const key = /^"(.*)"$/s.exec(header)?.[1] ?? header;
  const parsed = IdempotencyHeaderSchema.safeParse(key);
  if (parsed.success) return { ok: true, key };
  return refuseField('headers.Idempotency-Key', parsed.error.issues[0]!.message);
}

/** A request without its key, as text that ignores the order of fields. */
export const requestText = ({ idempotencyKey: _, ...request }: CreatePostBody): string => canonicalJson(request);

/** JSON with sorted keys and without undefined. */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
