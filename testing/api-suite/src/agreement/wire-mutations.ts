import { LIMITS, routesOf } from '@fanfare/contract';
import { brokenValues, STRANGE_IDS } from './broken-values.ts';
import { type Call, type Step, stepOf, textOf, withHeader, withoutHeader } from './call.ts';
import { querySchemasOf } from './request-schemas.ts';

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
  ['a body of ten thousand nested lists', () => '['.repeat(10_000) + ']'.repeat(10_000)],
  ['a key twice in the body', (json) => `${json.slice(0, -1)},"platform":"x","platform":"nope"}`],
  ['a number beyond all numbers', (json) => `${json.slice(0, -1)},"thumbOffsetMs":1e999}`],
  ['a number as body', () => '5'],
  ['NaN as body', () => 'NaN'],
  ['a list as body', (json) => `[${json}]`],
  [
    `a body of one byte more than ${LIMITS.requestBodyBytes.value}`,
    (json) => `${json}{{fill:${LIMITS.requestBodyBytes.value + 1}}}`,
  ],
  [`a body of ${LIMITS.requestBodyBytes.value} bytes`, (json) => `${json}{{fill:${LIMITS.requestBodyBytes.value}}}`],
];

/** Mutations of the body and its content type. */
export function textMutations(call: Call): readonly Step[] {
  const json = textOf(call);
  if (json === undefined) return [];
  return [
    ...TEXTS.map(([name, change]) => stepOf(name, { ...call, text: change(json) })),
    stepOf('no Content-Type header', withoutHeader(call, 'Content-Type')),
    ...CONTENT_TYPES.map((type) => stepOf(`Content-Type: ${type}`, withHeader(call, 'Content-Type', type))),
    stepOf('Content-Encoding: gzip', withHeader(call, 'Content-Encoding', 'gzip')),
  ];
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const STRANGE_PATH_IDS = [...STRANGE_IDS, '%00', 'a%20b', 'a%2Fb', '%E0%A4%A', '%FF', '%'];

/** Mutations of the path. */
export function pathMutations(call: Call): readonly Step[] {
  const id = /\{\{[^}]*\}\}/.exec(call.path)?.[0];
  return [
    ...(id === undefined
      ? []
      : STRANGE_PATH_IDS.map((other) => stepOf(`the id ${other}`, { ...call, path: call.path.replace(id, other) }))),
    ...(id === undefined
      ? []
      : [
          stepOf('an id with a letter too many', { ...call, path: call.path.replace(id, `${id}0`) }),
          stepOf('an id in capitals', { ...call, path: call.path.replace(id, id.replace('}}', ':upper}}')) }),
        ]),
    ...METHODS.filter((method) => !methodsAt(call).includes(method)).map((method) =>
      stepOf(`the method ${method}`, withMethod(call, method)),
    ),
    stepOf('a slash at the end', { ...call, path: `${call.path}/` }),
    stepOf('a path in capitals', { ...call, path: call.path.replace('/api/v1', '/API/V1') }),
    stepOf('two slashes', { ...call, path: call.path.replace('/v1/', '/v1//') }),
    stepOf('a path that goes on', { ...call, path: `${call.path}/more` }),
    stepOf('another version', { ...call, path: call.path.replace('/v1/', '/v2/') }),
  ];
}

/** `fetch` gives no GET a body. */
function withMethod({ body, text, ...call }: Call, method: string): Call {
  if (method !== 'GET' && method !== 'HEAD')
    return { ...call, method, ...(body !== undefined && { body }), ...(text !== undefined && { text }) };
  return { ...withoutHeader(call, 'Content-Type'), method };
}

/** Another method of the same path is another route, whose own generator knows it. */
function methodsAt({ route }: Call): readonly string[] {
  const { path } = routesOf().find(({ name }) => name === route)!;
  return routesOf().flatMap((other) => (other.path === path ? [other.method] : []));
}

/** Mutations of the query. */
export function queryMutations(call: Call): readonly Step[] {
  const changed = (mutation: string, name: string, ...values: string[]): Step =>
    stepOf(mutation, {
      ...call,
      query: [...call.query.filter(([own]) => own !== name), ...values.map((value) => [name, value] as const)],
    });
  const schemas = querySchemasOf(call.route);
  const raw = QUERIES.map((query) =>
    stepOf(`the query ${query.slice(0, 40)}`, { ...call, path: `${call.path}?${query}`, query: [] }),
  );
  const fields = [...schemas].flatMap(([name, schema]) => [
    ...brokenValues({ ...schema, type: 'string' }, '')
      .flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
      .map((value) => changed(`${name}=${value.slice(0, 40)}`, name, value)),
    ...oddQueryTexts(schema).map((value) => changed(`${name}=${value}`, name, value)),
    changed(`${name} twice`, name, 'a', 'b'),
    changed(`${name}[]`, `${name}[]`, '1'),
  ]);
  return [...raw, ...fields];
}

/** Queries that no form would send; the last has more fields than anybody reads. */
const QUERIES = [
  'page=2',
  'dryRun=true&Limit=1',
  'publishAt=2031-01-01T00:00:00Z',
  'q',
  '',
  '&&',
  '=1',
  'limit',
  'limit=%',
  'limit=%FF',
  'limit=%2B1',
  'limit=1;offset=x',
  'status=+expired',
  '__proto__=1&constructor=2',
  'profileId=%E4',
  'profileId=a+b',
  `${'a=1&'.repeat(1_000)}limit=0&platform=nope`,
];

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
