import { EVENT_TYPES, eventExample } from '@fanfare/contract';
import { Webhook } from 'standardwebhooks';

type Vector = {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string | readonly string[];
  readonly now: number;
  /** The event, or the code of the error. */
  readonly expected: unknown;
};

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const SECRET = secretOf(7);
const EVENT = eventExample('target.failed');
const BODY = JSON.stringify(EVENT);
const NEWER = { id: 'evt_1', type: 'post.recycled', timestamp: '2026-11-20T12:00:00.000Z', data: { post: 1 } };

/** Deliveries, and whether the verifier of another language has to take them. */
export function signedVectors(nowMs = Date.parse('2026-11-20T12:00:00.000Z')): readonly Vector[] {
  const now = Math.floor(nowMs / 1000);
  /** The headers of a delivery, signed by the library of the standard. */
  const signed = (body: string): Record<string, string> => ({
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(now),
    'Webhook-Signature': new Webhook(SECRET).sign('evt_1', new Date(now * 1000), body),
  });
  const signedText = (value: unknown): Pick<Vector, 'body' | 'headers'> => {
    const body = JSON.stringify(value);
    return { body, headers: signed(body) };
  };
  const headers = signed(BODY);
  const vector = (name: string, expected: unknown, given: Partial<Vector> = {}): Vector => ({
    name,
    body: BODY,
    headers,
    secret: SECRET,
    now,
    ...given,
    expected,
  });
  const { 'Webhook-Id': _, ...withoutId } = headers;
  return [
    ...EVENT_TYPES.map((type) => {
      const body = JSON.stringify(eventExample(type));
      return vector(type, eventExample(type), { body, headers: signed(body) });
    }),
    vector('text that is not ASCII', { ...EVENT, id: 'é😀' }, signedText({ ...EVENT, id: 'é😀' })),
    vector('one of two secrets', EVENT, { secret: [secretOf(9), SECRET] }),
    vector('names of headers in any case', EVENT, {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    }),
    vector('beside signatures of other kinds', EVENT, {
      headers: { ...headers, 'Webhook-Signature': `v1a,abcd v1,!!! x ${headers['Webhook-Signature']}` },
    }),
    vector('5 minutes old', EVENT, { now: now + 300 }),
    vector('a type of a newer server', { ...NEWER, type: 'unknown', originalType: NEWER.type }, signedText(NEWER)),
    vector('another secret', 'signature_mismatch', { secret: secretOf(9) }),
    vector('another body', 'signature_mismatch', { body: `${BODY} ` }),
    vector('another id', 'signature_mismatch', { headers: { ...headers, 'Webhook-Id': 'evt_2' } }),
    vector('an eleventh signature', 'signature_mismatch', {
      headers: { ...headers, 'Webhook-Signature': `${'v1,AA== '.repeat(10)}${headers['Webhook-Signature']}` },
    }),
    vector('no id', 'header_missing', { headers: withoutId }),
    vector('a time that is none', 'header_malformed', { headers: { ...headers, 'Webhook-Timestamp': '1e9' } }),
    vector('more than 5 minutes old', 'timestamp_too_old', { now: now + 301 }),
    vector('more than 5 minutes ahead', 'timestamp_too_new', { now: now - 301 }),
    vector('a short secret', 'secret_malformed', { secret: 'whsec_c2hvcnQ=' }),
    vector('no secret', 'secret_malformed', { secret: [] }),
    vector('signed text that is no event', 'not_an_event', { body: '[]', headers: signed('[]') }),
  ];
}
