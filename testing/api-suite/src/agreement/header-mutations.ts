import { LIMITS } from '@fanfare/contract';
import { type Call, type Step, stepOf, withHeader, withoutHeader } from './call.ts';

/** A key of the right form, checksum included, that does not exist. */
const STRANGE_KEY = `fanfare_sk_${'0'.repeat(43)}27ueN0`;

const AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer ',
  'Basic {{key}}',
  '{{key}}',
  'Bearer {{key}} x',
  'Bearer {{key}}x',
  'Bearer fanfare_sk_short',
  `Bearer ${STRANGE_KEY}`,
  'Token {{key}}',
];
const GOOD_AUTHORIZATIONS = ['bearer {{key}}', 'BEARER   {{key}}'];

/** Mutations of the caller. */
export function keyMutations(call: Call): readonly Step[] {
  return [
    stepOf('no Authorization header', withoutHeader(call, 'Authorization')),
    ...[...AUTHORIZATIONS, ...GOOD_AUTHORIZATIONS].map((value) =>
      stepOf(`Authorization: ${value}`, withHeader(call, 'Authorization', value)),
    ),
  ];
}

/** Everything else that stands in headers. */
export function headerMutations(call: Call): readonly Step[] {
  const ids = [
    'mine-1',
    'a'.repeat(LIMITS.requestIdChars.value),
    'a'.repeat(LIMITS.requestIdChars.value + 1),
    'not mine',
    '',
  ];
  return [
    ...ids.map((value) => stepOf(`X-Request-Id: ${value}`, withHeader(call, 'X-Request-Id', value))),
    stepOf('Accept: text/html', withHeader(call, 'Accept', 'text/html')),
  ];
}

const KEY_CHARS = LIMITS.idempotencyKeyChars.value;
const KEYS = [
  '',
  '""',
  '"',
  'k',
  '"quoted {{nonce}}"',
  '"{{nonce}}',
  'ä{{nonce}}',
  'tab\t{{nonce}}',
  'a'.repeat(KEY_CHARS),
  'a'.repeat(KEY_CHARS + 1),
];

/** The key of a publish in its header, with and without one in the body. */
export function idempotencyMutations(call: Call): readonly Step[] {
  const { body } = call;
  if (call.route !== 'posts.create' || typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const { idempotencyKey: _, ...keyless } = body as { readonly [name: string]: NonNullable<Call['body']> };
  const bare = { ...withoutHeader(call, 'Idempotency-Key'), body: keyless };
  return [
    stepOf('no idempotency key', bare),
    ...KEYS.map((key) =>
      stepOf(`Idempotency-Key: ${key.slice(0, 30)} (${key.length})`, withHeader(bare, 'Idempotency-Key', key)),
    ),
    stepOf('two Idempotency-Key lines', {
      ...bare,
      headers: [...bare.headers, ['Idempotency-Key', '{{nonce}}'], ['Idempotency-Key', '{{nonce}}b']],
    }),
    stepOf('a key in the body and another in the header', {
      ...bare,
      body: { ...keyless, idempotencyKey: '{{nonce}}' },
      headers: [...bare.headers, ['Idempotency-Key', '{{nonce}}h']],
    }),
  ];
}
