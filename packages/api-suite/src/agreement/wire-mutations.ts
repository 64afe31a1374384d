import { LIMITS, routesOf } from '@fanfare/contract';
import { brokenValues, STRANGE_IDS } from './broken-values.ts';
import { type Call, type Step, textOf } from './call.ts';
import { querySchemasOf } from './request-schemas.ts';

type Pairs = Call['headers'];

const without = (pairs: Pairs, name: string): Pairs =>
  pairs.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
const withHeader = (call: Call, name: string, value: string): Call => ({
  ...call,
  headers: [...without(call.headers, name), [name, value]],
});

const step = (mutation: string, call: Call): Step => ({ mutation, call });

/** A key of the right form that nobody was ever given. */
const STRANGE_KEY = 'fanfare_sk_00000000000000000000000000000000000000000000000bG7';

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

/** Who asks. */
export function keyMutations(call: Call): readonly Step[] {
  return [
    step('no Authorization header', { ...call, headers: without(call.headers, 'authorization') }),
    ...[...AUTHORIZATIONS, ...GOOD_AUTHORIZATIONS].map((value) =>
      step(`Authorization: ${value}`, withHeader(call, 'Authorization', value)),
    ),
  ];
}

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/vnd.api+json',
  'text/json',
  'application/jsonp',
  '',
  'json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json; charset="UTF-8"',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; boundary=x',
  'application/json;',
  'application/json, text/plain',
];

/** Bodies that are no JSON, or hardly. */
const TEXTS: readonly (readonly [string, (json: string) => string])[] = [
  ['a body that is cut off', (json) => json.slice(0, -1)],
  ['a body with a comma too many', (json) => `${json.slice(0, -1)},}`],
  ['a body in single quotes', () => "{'content':'a'}"],
  ['a body of white space', () => '  \n'],
  ['an empty body', () => ''],
  ['two bodies', (json) => `${json}${json}`],
  ['a comment before the body', (json) => `// a\n${json}`],
  ['white space around the body', (json) => ` \r\n\t${json}\n`],
  ['a byte order mark before the body', (json) => `\ufeff${json}`],
  ['the body as a string', (json) => JSON.stringify(json)],
  ['a number as body', () => '5'],
  ['NaN as body', () => 'NaN'],
  ['a list as body', (json) => `[${json}]`],
  [
    `a body of one byte more than ${LIMITS.requestBodyBytes.value}`,
    (json) => `${json}{{fill:${LIMITS.requestBodyBytes.value + 1}}}`,
  ],
  [`a body of ${LIMITS.requestBodyBytes.value} bytes`, (json) => `${json}{{fill:${LIMITS.requestBodyBytes.value}}}`],
];

/** What is sent, and as what. */
export function textMutations(call: Call): readonly Step[] {
  const json = textOf(call);
  if (json === undefined) return [];
  return [
    ...TEXTS.map(([name, change]) => step(name, { ...call, text: change(json) })),
    step('no Content-Type header', { ...call, headers: without(call.headers, 'content-type') }),
    ...CONTENT_TYPES.map((type) => step(`Content-Type: ${type}`, withHeader(call, 'Content-Type', type))),
    step('Content-Encoding: gzip', withHeader(call, 'Content-Encoding', 'gzip')),
  ];
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

const STRANGE_PATH_IDS = [...STRANGE_IDS, '%00', 'a%20b', '%E0%A4%A'];

/** Where it goes. */
export function pathMutations(call: Call): readonly Step[] {
  const id = /\{\{[^}]*\}\}/.exec(call.path)?.[0];
  return [
    ...(id === undefined
      ? []
      : STRANGE_PATH_IDS.map((other) => step(`the id ${other}`, { ...call, path: call.path.replace(id, other) }))),
    ...(id === undefined
      ? []
      : [
          step('an id with a letter too many', { ...call, path: call.path.replace(id, `${id}0`) }),
          step('an id in capitals', { ...call, path: call.path.replace(id, id.replace('}}', ':upper}}')) }),
        ]),
    ...METHODS.filter((method) => !methodsAt(call).includes(method)).map((method) =>
      step(`the method ${method}`, withMethod(call, method)),
    ),
    step('a slash at the end', { ...call, path: `${call.path}/` }),
    step('a path in capitals', { ...call, path: call.path.replace('/api/v1', '/API/V1') }),
    step('a path that goes on', { ...call, path: `${call.path}/more` }),
    step('another version', { ...call, path: call.path.replace('/v1/', '/v2/') }),
  ];
}

/** `fetch` gives no GET a body. */
function withMethod({ body, text, ...call }: Call, method: string): Call {
  if (method !== 'GET' && method !== 'HEAD')
    return { ...call, method, ...(body !== undefined && { body }), ...(text !== undefined && { text }) };
  return { ...call, method, headers: without(call.headers, 'content-type') };
}

/** Another method of the same path is another route, whose own generator knows it. */
function methodsAt({ route }: Call): readonly string[] {
  const { path } = routesOf().find(({ name }) => name === route)!;
  return routesOf().flatMap((other) => (other.path === path ? [other.method] : []));
}

/** What is asked for behind the question mark. */
export function queryMutations(call: Call): readonly Step[] {
  const changed = (mutation: string, name: string, ...values: string[]): Step =>
    step(mutation, {
      ...call,
      query: [...call.query.filter(([own]) => own !== name), ...values.map((value) => [name, value] as const)],
    });
  return [...querySchemasOf(call.route)].flatMap(([name, schema]) => [
    ...brokenValues({ ...schema, type: 'string' }, '')
      .flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
      .map((value) => changed(`${name}=${value.slice(0, 40)}`, name, value)),
    ...oddQueryTexts(schema).map((value) => changed(`${name}=${value}`, name, value)),
    changed(`${name} twice`, name, 'a', 'b'),
    changed(`${name}[]`, `${name}[]`, '1'),
  ]);
}

function oddQueryTexts({
  type,
  minimum = 0,
  maximum = 0,
}: {
  type?: string;
  minimum?: number;
  maximum?: number;
}): readonly string[] {
  if (type === 'boolean') return ['true', 'false', 'TRUE', 'yes', '1', ''];
  if (type !== 'integer') return [''];
  return [
    String(minimum - 1),
    String(minimum),
    String(maximum),
    String(maximum + 1),
    'abc',
    '',
    '1.5',
    '1e2',
    '+1',
    ' 1',
    '0x1',
    '007',
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
    ...ids.map((value) => step(`X-Request-Id: ${value}`, withHeader(call, 'X-Request-Id', value))),
    step('Accept: text/html', withHeader(call, 'Accept', 'text/html')),
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
  const bare = { ...call, headers: without(call.headers, 'idempotency-key'), body: keyless };
  return [
    step('no idempotency key', bare),
    ...KEYS.map((key) =>
      step(`Idempotency-Key: ${key.slice(0, 30)} (${key.length})`, withHeader(bare, 'Idempotency-Key', key)),
    ),
    step('two Idempotency-Key lines', {
      ...bare,
      headers: [...bare.headers, ['Idempotency-Key', '{{nonce}}'], ['Idempotency-Key', '{{nonce}}b']],
    }),
    step('a key in the body and another in the header', {
      ...bare,
      body: { ...keyless, idempotencyKey: '{{nonce}}' },
      headers: [...bare.headers, ['Idempotency-Key', '{{nonce}}h']],
    }),
  ];
}
