import { expect, test } from 'vitest';
import { ListAccountsQuerySchema, ListPostsQuerySchema, ListSpacesQuerySchema, toFieldErrors } from '../src/index.ts';

test('an empty query has the documented defaults', () => {
  expect(ListPostsQuerySchema.parse({})).toEqual({ limit: 25, offset: 0 });
  expect(ListSpacesQuerySchema.parse({})).toEqual({ limit: 25, offset: 0 });
  expect(ListAccountsQuerySchema.parse({})).toEqual({});
});

test('digits become numbers', () => {
  expect(ListPostsQuerySchema.parse({ limit: '100', offset: '30' })).toEqual({ limit: 100, offset: 30 });
  expect(ListPostsQuerySchema.parse({ limit: 1, offset: 0 })).toEqual({ limit: 1, offset: 0 });
});

test.each(['abc', '1e2', '1.5', '', '-1', '0', '101', ' 5', '0x10', '+5', '٣', '9'.repeat(20), ['1', '2'], 1.5, -1])(
  'limit %j is refused',
  (limit) => {
    expect(toFieldErrors(ListPostsQuerySchema.safeParse({ limit }).error!, ListPostsQuerySchema, 'query')).toEqual([
      { path: 'limit', message: 'Must be an integer from 1 to 100.' },
    ]);
  },
);

test('a cursor stands alone', () => {
  expect(ListPostsQuerySchema.parse({ cursor: 'abc', limit: '10' })).toEqual({ cursor: 'abc', limit: 10, offset: 0 });
  expect(
    toFieldErrors(ListPostsQuerySchema.safeParse({ cursor: 'abc', offset: '0' }).error!, ListPostsQuerySchema, 'query'),
  ).toEqual([{ path: 'cursor', message: 'Give `cursor` or `offset`, not both.' }]);
});

test('includeRevoked is true or false and nothing else', () => {
  expect(ListAccountsQuerySchema.parse({ includeRevoked: 'true' })).toEqual({ includeRevoked: true });
  expect(ListAccountsQuerySchema.parse({ includeRevoked: 'false' })).toEqual({ includeRevoked: false });
  for (const includeRevoked of ['1', 'TRUE', 'yes', '', ['true', 'true']]) {
    expect(
      toFieldErrors(ListAccountsQuerySchema.safeParse({ includeRevoked }).error!, ListAccountsQuerySchema, 'query'),
    ).toEqual([{ path: 'includeRevoked', message: "Must be 'true' or 'false'." }]);
  }
});

test('moments in a query become UTC', () => {
  expect(ListPostsQuerySchema.parse({ createdAfter: '2026-11-20T10:00:00+02:00' })).toEqual({
    limit: 25,
    offset: 0,
    createdAfter: '2026-11-20T08:00:00.000Z',
  });
});
