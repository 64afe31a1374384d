import type { ListPostsQuery, ListPostsResponse, PostOrder } from '@fanfare/contract';
import { type Decision, refuseField } from './refusal.ts';
import { type RowPosition, readCursor, writeCursor } from './row-cursor.ts';

type Query = Pick<ListPostsQuery, 'limit' | 'offset' | 'order' | 'cursor'>;

/** A cursor begins with the letter of its order, so it is not valid in the other. */
const LETTERS: Readonly<Record<PostOrder, string>> = { createdAt: '', publishAt: 'p' };
const ORDER_UNLESS_GIVEN: PostOrder = 'createdAt';

/**
 * Reads the order of a list and the position after which its page begins, null for the first page.
 * `isId` knows the ids that cursors hold.
 *
 * @example
 * readPageStart({ limit: 25, offset: 0 }, isUuid); // { ok: true, order: 'createdAt', after: null }
 */
export function readPageStart(
  { order = ORDER_UNLESS_GIVEN, cursor }: Query,
  isId: RegExp,
): Decision<{ readonly order: PostOrder; readonly after: RowPosition | null }> {
  if (cursor === undefined) return { ok: true, order, after: null };
  const after = readCursor(cursor, LETTERS[order], isId);
  if (after !== null) return { ok: true, order, after };
  return refuseField(
    'cursor',
    'This is not a cursor of this list. Send the nextCursor of the previous page, unchanged and with the same order.',
  );
}

/** One page of `rows`, which have one more when another page follows. */
export function toPostPage<Row>(
  rows: readonly Row[],
  { limit, offset, order = ORDER_UNLESS_GIVEN }: Query,
  positionOf: (row: Row, order: PostOrder) => RowPosition,
): { readonly shown: readonly Row[]; readonly page: Omit<ListPostsResponse, 'posts'> } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length;
  const nextCursor = hasMore && last !== undefined ? writeCursor(positionOf(last, order), LETTERS[order]) : null;
  return { shown, page: { limit, offset, hasMore, nextCursor } };
}
