import { type Decision, refuseField } from './refusal.ts';
import { type RowPosition, readCursor, writeCursor } from './row-cursor.ts';

/** Pages of a list of rows, newest first. */
export type RowPages = {
  /** Reads the position after which a page begins; null for the first page. */
  readStart(cursor: string | undefined, isId: RegExp): Decision<{ readonly after: RowPosition | null }>;
  /** One page of `rows`, which have one more when another page follows. */
  toPage<Row>(
    rows: readonly Row[],
    limit: number,
    positionOf: (row: Row) => RowPosition,
  ): {
    readonly shown: readonly Row[];
    readonly page: { readonly hasMore: boolean; readonly nextCursor: string | null };
  };
};

/** Makes the pages of one list. `letter` names it, so that the cursors of another are refused. */
const rowPages = (letter: string): RowPages => ({
  readStart(cursor, isId) {
    if (cursor === undefined) return { ok: true, after: null };
    const after = readCursor(cursor, letter, isId);
    if (after !== null) return { ok: true, after };
    return refuseField(
      'cursor',
      'This is not a cursor of this list. Send the nextCursor of the previous page, unchanged.',
    );
  },
  toPage(rows, limit, positionOf) {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > shown.length;
    return {
      shown,
      page: { hasMore, nextCursor: hasMore && last !== undefined ? writeCursor(positionOf(last), letter) : null },
    };
  },
});

export const draftPages = rowPages('e');
export const mediaPages = rowPages('m');
