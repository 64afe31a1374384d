import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { CreatePostBodySchema, ListAccountsQuerySchema, routesOf, toFieldErrors } from '../src/index.ts';
import { nodesOf } from './schemas-of-routes.ts';

/** Words with which the validator itself begins or joins its sentences (zod 3, `locales/en.ts`). */
const STOCK =
  /^Required$|^Expected |^Invalid |Unrecognized key|[Rr]eceived |(?:String|Number|Array|BigInt|Set|Date) must |Intersection results|multiple of NaN|^Function|ZodError/;

const WRONG = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  9e15,
  '',
  'nope',
  'a\u0000',
  '\ud800',
  'x'.repeat(20_000),
  '2026-02-30T00:00:00Z',
  [],
  ['a', 'b'],
  Array.from({ length: 11 }, () => null),
  {},
  { nope: 1 },
  10n,
  new Date(Number.NaN),
  Symbol('a'),
];

/** A sentence: a capital or a code word first, a full stop or a question mark last. */
const SENTENCE = /^[A-Z`].*[.?]$/s;

describe.each(
  routesOf().flatMap(({ name, body, query }) => [
    ...(body ? [[`${name} body`, body, 'body'] as const] : []),
    [`${name} query`, query, 'query'] as const,
  ]),
)('%s', (_name, schema, part) => {
  test('says in words of its own what is wrong with any value at any place', () => {
    const said = new Set<string>();
    for (const node of nodesOf(schema)) {
      for (const value of WRONG) {
        const parsed = node.schema.safeParse(value);
        if (!parsed.success)
          for (const { message } of toFieldErrors(parsed.error, node.schema, part)) said.add(message);
      }
    }
    expect([...said].filter((message) => STOCK.test(message) || !SENTENCE.test(message))).toEqual([]);
    expect(said.size).toBeGreaterThan(0);
  });
});

const saidOf = (schema: z.ZodTypeAny, value: unknown, part: 'body' | 'query' = 'body') =>
  toFieldErrors(schema.safeParse(value).error!, schema, part);

test.each([
  [{}, 'platforms', 'Is missing; must be a list.'],
  [{ platforms: 'x' }, 'platforms', 'Must be a list, not a string.'],
  [{ platforms: [] }, 'platforms', 'Must have at least 1 entry.'],
  [
    { platforms: Array.from({ length: 11 }, () => ({ platform: 'x', accountId: 'a' })) },
    'platforms',
    'Must have at most 10 entries.',
  ],
  [{ platforms: [7] }, 'platforms[0]', 'Must be an object, not a number.'],
  [
    { platforms: [{ accountId: 'a' }] },
    'platforms[0].platform',
    'Is missing; must be one of `instagram`, `threads`, `x`, `linkedin`, `hub`.',
  ],
  [
    { platforms: [{ platform: 'twitter', accountId: 'a' }] },
    'platforms[0].platform',
    'Must be one of `instagram`, `threads`, `x`, `linkedin`, `hub`, not "twitter".',
  ],
  [
    { platforms: [{ platform: 1, accountId: 'a' }] },
    'platforms[0].platform',
    'Must be one of `instagram`, `threads`, `x`, `linkedin`, `hub`, not a number.',
  ],
  [
    { platforms: [{ platform: 'x', accountId: 'a', aiGenerated: 'yes' }] },
    'platforms[0].aiGenerated',
    'Must be true or false, not a string.',
  ],
  [{ platforms: [{ platform: 'x', accountId: null }] }, 'platforms[0].accountId', 'Must be a string, not null.'],
])('%j: %s %s', (body, path, message) => {
  expect(saidOf(CreatePostBodySchema, body)).toEqual([{ path, message }]);
});

test('a parameter that comes twice is asked for once', () => {
  expect(saidOf(ListAccountsQuerySchema, { profileId: ['a', 'b'] }, 'query')).toEqual([
    { path: 'profileId', message: 'Must be given once, not several times.' },
  ]);
});

test('a value that is no such name is shown short', () => {
  const [said] = saidOf(CreatePostBodySchema, { platforms: [{ platform: '😀'.repeat(500), accountId: 'a' }] });
  expect(said?.message).toContain(`not "${'😀'.repeat(40)}…".`);
});
