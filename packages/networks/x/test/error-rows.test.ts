import { type Answer, errorRowOf } from '@fanfare/network';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ERROR_ROWS } from '../src/error-rows.ts';
import { toXError, X_ERRORS } from '../src/error-table.ts';
import type { Purpose } from '../src/purpose.ts';
import { DOCUMENTED_ANSWERS } from './documented-answers.ts';

const NOW = 1_700_000_000_000;
const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  const text = body === undefined ? '' : JSON.stringify(body);
  return { status, headers, text, json: body };
};
const rowOf = (status: number, body: unknown, on: Purpose) => errorRowOf(X_ERRORS, answer(status, body), on);
const post = { on: 'post', effect: 'public', now: NOW } as const;

describe('documented answers', () => {
  test.each(DOCUMENTED_ANSWERS.map((each) => ({ ...each, seen: JSON.stringify(each.body) ?? 'no body' })))(
    '$on $status $seen is $row',
    ({ on, status, body, row, code }) => {
      expect(rowOf(status, body, on)).toMatchObject({ name: row, code });
    },
  );

  test('cover every row of the table', () => {
    const covered = new Set(DOCUMENTED_ANSWERS.map(({ row }) => row));
    expect(ERROR_ROWS.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });

  test('do not reach a fallback row, except for one example each', () => {
    const fallbacks = [
      ...['refused', 'upload_refused', 'read_refused', 'token_refused', 'forbidden'],
      ...['repost_refused', 'repost_forbidden', 'delete_refused'],
    ];
    const unclear = DOCUMENTED_ANSWERS.filter(({ row }) => fallbacks.includes(row));
    // One example of each fallback, and nothing X documents by name.
    expect(unclear.length).toBe(fallbacks.length);
  });
});

test('every type of problem in X’s documentation has its own row, whatever its host', () => {
  const types = [
    'resource-not-found',
    'not-authorized-for-resource',
    'not-authorized-for-field',
    'client-forbidden',
    'usage-capped',
    'rate-limit-exceeded',
    'unsupported-authentication',
    'oauth1-permissions',
    'disallowed-resource',
    'conflict',
    'resource-unavailable',
    'credits',
    'credits-depleted',
    'internal-error',
    'field-unauthorized',
    'field-hydration-failure',
  ];
  const unknown = types.filter((type) =>
    ['api.x.com', 'api.twitter.com'].some((host) => {
      const body = { title: 't', type: `https://${host}/2/problems/${type}` };
      return rowOf(400, body, 'post').name === 'refused';
    }),
  );
  expect(unknown).toEqual([]);
});

test('every known number of version 1.1 for these calls has its own row', () => {
  const numbers = {
    post: [63, 64, 88, 187, 326],
    repost: [34, 63, 64, 88, 136, 144, 179, 326, 327, 328],
    metrics: [34, 63, 64, 88, 144, 179],
  } as const satisfies Partial<Record<Purpose, readonly number[]>>;
  const fallbacks = ['refused', 'forbidden', 'repost_forbidden', 'repost_refused', 'read_refused'];
  for (const on of ['post', 'repost', 'metrics'] as const) {
    const unknown = numbers[on].filter((code) => fallbacks.includes(rowOf(400, { errors: [{ code }] }, on).name));
    expect([on, unknown]).toEqual([on, []]);
  }
});

test('rows have one name, one code and one message each', () => {
  const names = ERROR_ROWS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(ERROR_ROWS.filter(({ message }) => !/^[A-Z].*\.$/.test(message))).toEqual([]);
});

describe('any answer', () => {
  const bodies = fc.oneof(
    fc.constant(undefined),
    fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text)),
    fc.record(
      {
        title: fc.anything(),
        detail: fc.anything(),
        type: fc.anything(),
        status: fc.anything(),
        error: fc.anything(),
        errors: fc.oneof(
          fc.anything(),
          fc.array(fc.record({ code: fc.anything(), message: fc.anything(), type: fc.anything() })),
        ),
      },
      { requiredKeys: [] },
    ),
  );
  const purposes = fc.constantFrom<Purpose>('post', 'media', 'repost', 'metrics', 'read', 'token');

  test('has a row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), bodies, purposes, (status, body, on) => {
        expect(ERROR_ROWS).toContain(rowOf(status, body, on));
      }),
      { numRuns: 2_000 },
    );
  });

  test('of the token endpoint ends an account only when X names the grant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), bodies, (status, body) => {
        const error = toXError(answer(status, body), { on: 'token', effect: 'hidden', now: NOW });
        expect(error.facts.credential).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });
});

test('what X says is redacted and cut', () => {
  const detail = `Bearer abcdefghijklmnop ${'words '.repeat(200)}`;
  const error = toXError(answer(400, { detail }), post);
  expect(error.facts.networkMessage).not.toContain('abcdefghijklmnop');
  expect(error.facts.networkMessage?.length).toBeLessThanOrEqual(500);
});

test('the type becomes the network’s code, else the number, else the status', () => {
  const code = (status: number, body: unknown) => toXError(answer(status, body), post).facts.networkCode;
  expect(code(403, { type: 'https://api.x.com/2/problems/client-forbidden' })).toBe('client-forbidden');
  expect(code(403, { type: 'about:blank', errors: [{ code: 187 }] })).toBe('187');
  expect(code(403, { type: 'about:blank' })).toBe('403');
  expect(code(502, undefined)).toBe('502');
});

test('the parts of an error with several parts are all shown, once', () => {
  const body = {
    title: 'Invalid Request',
    detail: 'Invalid.',
    errors: [{ message: 'No a.' }, { message: 'No a.' }, { message: 'No b.' }],
  };
  const error = toXError(answer(400, body), post);
  expect(error.facts.networkMessage).toBe('Invalid. No a. No b.');
});
