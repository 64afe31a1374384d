import type { ListDraftsResponse } from '@fanfare/contract';
import { type Decision, refuseField } from './refusal.ts';
import { type RowPosition, readCursor, writeCursor } from './row-cursor.ts';

const LETTER = 'e';

/** Reads the position after which a page of drafts begins; null for the first page. */
export function readDraftPageStart(
  cursor: string | undefined,
  isId: RegExp,
): Decision<{ readonly after: RowPosition | null }> {
  if (cursor === undefined) return { ok: true, after: null };
  const after = readCursor(cursor, LETTER, isId);
  if (after !== null) return { ok: true, after };
  return refuseField(
    'cursor',
    'This is not a cursor of this list. Send the nextCursor of the previous page, unchanged.',
  );
}

/** One page of `rows`, newest first, which have one more when another page follows. */
export function toDraftPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => RowPosition,
): { readonly shown: readonly Row[]; readonly page: Omit<ListDraftsResponse, 'drafts'> } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length;
  return {
    shown,
    page: { hasMore, nextCursor: hasMore && last !== undefined ? writeCursor(positionOf(last), LETTER) : null },
  };
}
