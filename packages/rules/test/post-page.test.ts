import type { PostOrder } from '@fanfare/contract';
import { describe, expect, it } from 'vitest';
import { type RowPosition, readPageStart, toPostPage } from '../src/index.ts';
import { refuseField } from '../src/refusal.ts';

const DIGITS = /^\d+$/;
const place = (id: string): RowPosition => ({ at: new Date('2026-11-22T12:00:00.123Z'), id });
const pageOf = (ids: readonly string[], order?: PostOrder) =>
  toPostPage(ids, { limit: 2, offset: 4, ...(order && { order }) }, place);

describe('a page', () => {
  it.each([
    [[], [], false],
    [['1', '2'], ['1', '2'], false],
    [['1', '2', '3'], ['1', '2'], true],
  ])('of %j rows shows %j, and whether more follow', (rows, shown, hasMore) => {
    const { page, ...rest } = pageOf(rows);
    expect(rest).toEqual({ shown });
    const nextCursor = hasMore ? expect.any(String) : null;
    expect(page).toEqual({ limit: 2, offset: 4, hasMore, nextCursor });
  });
});

describe('a cursor', () => {
  it.each<[PostOrder | undefined, PostOrder]>([
    [undefined, 'createdAt'],
    ['createdAt', 'createdAt'],
    ['publishAt', 'publishAt'],
  ])('of a list in the order %s leads behind the last post of its page', (asked, order) => {
    const cursor = pageOf(['1', '2', '3'], asked).page.nextCursor!;
    const query = { limit: 2, offset: 0, cursor, ...(asked && { order: asked }) };
    expect(readPageStart(query, DIGITS)).toEqual({ ok: true, order, after: place('2') });
  });

  it('is not needed for the first page', () => {
    expect(readPageStart({ limit: 2, offset: 0 }, DIGITS)).toEqual({ ok: true, order: 'createdAt', after: null });
  });

  const written = (order: PostOrder) => pageOf(['1', '2', '3'], order).page.nextCursor!;
  it.each<[string, string, PostOrder]>([
    ['of the other order', written('publishAt'), 'createdAt'],
    ['of the other order', written('createdAt'), 'publishAt'],
    ['that is not base64', '§§', 'createdAt'],
    ['with another kind of id', btoa('5.abc'), 'createdAt'],
    ['without an id', btoa('5.'), 'createdAt'],
    ['without a moment', btoa('.5'), 'createdAt'],
    ['with a moment that no date has', btoa(`${'9'.repeat(16)}.5`), 'createdAt'],
    ['with more behind it', btoa('5.5\n'), 'createdAt'],
  ])('%s is refused', (_name, cursor, order) => {
    const message =
      'This is not a cursor of this list. Send the nextCursor of the previous page, unchanged and with the same order.';
    expect(readPageStart({ limit: 2, offset: 0, cursor, order }, DIGITS)).toEqual(refuseField('cursor', message));
  });
});
