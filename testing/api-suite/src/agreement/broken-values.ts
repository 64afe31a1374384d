import type { Json } from './call.ts';
import type { RequestSchema } from './request-schemas.ts';

/** A value that is wrong, or just not wrong yet, and what it is called. */
export type Broken = { readonly name: string; readonly value: Json };

const PLAIN_URL = 'https://files.example.com/';
const URLS: readonly Broken[] = [
  { name: 'a relative URL', value: '/a.jpg' },
  { name: 'an ftp URL', value: 'ftp://files.example.com/a.jpg' },
  { name: 'a URL with user info', value: 'https://ada:secret@files.example.com/a.jpg' },
  { name: 'a URL with a space', value: 'https://files.example.com/a b.jpg' },
  { name: 'a URL with a backslash', value: 'https:\\\\files.example.com\\a.jpg' },
  { name: 'a URL with three slashes', value: 'https:///files.example.com/a.jpg' },
  { name: 'a URL with a port that is none', value: 'https://files.example.com:99999/a.jpg' },
  { name: 'javascript', value: 'javascript:alert(1)' },
];

const DATES: readonly Broken[] = [
  '2031-01-01T10:00:00',
  '2031-01-01',
  '2031-02-30T10:00:00Z',
  '2031-01-01T24:00:00Z',
  '2031-01-01T23:59:60Z',
  '2031-01-01T10:00:00+24:00',
  '2031-13-01T10:00:00Z',
  '1999-12-31T23:59:59Z',
  '2101-01-01T00:00:00Z',
  'tomorrow',
  '1924991999',
].map((value) => ({ name: `the date ${value}`, value }));

const WRONG_TYPES: Readonly<Record<string, readonly Json[]>> = {
  string: [7, true, ['a'], { a: 1 }],
  integer: ['7', 1.5, true, [1]],
  boolean: ['true', 1, 'yes'],
  array: [{}, 'a', 1],
  object: [[], 'a', 1],
};

const UNKNOWN = '01m7w4n5ntfm78mh9vvwca3vx0';

/** Unknown ids, and ids of another project: both get the same answer. */
export const STRANGE_IDS = [
  'nope',
  `acc_${UNKNOWN}`,
  `post_${UNKNOWN}`,
  `tgt_${UNKNOWN}`,
  `post_${UNKNOWN.toUpperCase()}`,
  '00000000-0000-0000-0000-000000000000',
  '{{foreign:account}}',
  '{{foreign:post}}',
];

const isId = (examples: readonly string[] = []): boolean => /^[a-z]+_[0-9a-z]{26}$/.test(examples[0] ?? '');

const long = (length: number): string => 'a'.repeat(length);

/** Values that break one field of a request in one way, from what its schema says of it. */
export function brokenValues(schema: RequestSchema, value: Json): readonly Broken[] {
  return [
    { name: 'null', value: null },
    ...(WRONG_TYPES[schema.type ?? ''] ?? []).map((other) => ({
      name: `a wrong type, ${JSON.stringify(other)}`,
      value: other,
    })),
    ...(schema.type === 'string' ? brokenTexts(schema) : []),
    ...(schema.type === 'integer' ? brokenNumbers(schema) : []),
    ...(Array.isArray(value) ? brokenLists(schema, value as readonly Json[]) : []),
  ];
}

function brokenTexts({ enum: names, format, minLength, maxLength, examples }: RequestSchema): readonly Broken[] {
  if (names !== undefined)
    return ['nope', '', names[0]!.toUpperCase(), `${names[0]} `].map((value) => ({
      name: `no such value, "${value}"`,
      value,
    }));
  const prefix = format === 'uri' ? PLAIN_URL : '';
  return [
    { name: 'U+0000', value: `${prefix}a\u0000b` },
    { name: 'half of a surrogate pair', value: `${prefix}a\ud800b` },
    ...(isId(examples) ? STRANGE_IDS.map((value) => ({ name: `the id ${value}`, value })) : []),
    ...(format === 'uri' ? URLS : []),
    ...(format === 'date-time' ? DATES : []),
    ...(minLength === undefined && format === undefined ? [] : [{ name: 'an empty text', value: '' }]),
    ...(maxLength === undefined
      ? []
      : [
          { name: `one character more than ${maxLength}`, value: prefix + long(maxLength + 1 - prefix.length) },
          { name: `${maxLength} characters`, value: prefix + long(maxLength - prefix.length) },
        ]),
  ];
}

function brokenNumbers({ minimum, maximum }: RequestSchema): readonly Broken[] {
  return [
    ...(minimum === undefined ? [] : [minimum - 1, minimum]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
  ].map((value) => ({ name: `the number ${value}`, value }));
}

/** Far too many: enough for anybody who stops counting somewhere. */
const CROWD = 120;

function brokenLists({ minItems, maxItems = 10 }: RequestSchema, value: readonly Json[]): readonly Broken[] {
  const [first = null] = value;
  const times = (count: number): Broken => ({
    name: `${count} entries`,
    value: Array.from({ length: count }, () => first),
  });
  return [
    ...(minItems === undefined ? [] : [times(minItems - 1)]),
    times(maxItems),
    times(maxItems + 1),
    { name: `${CROWD} numbers`, value: Array.from({ length: CROWD }, (_, at) => at) },
    { name: `an entry that is null`, value: [...value, null] },
  ];
}
