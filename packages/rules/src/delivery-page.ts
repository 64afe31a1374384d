import type { ListDeliveriesQuery, ListDeliveriesResponse } from '@fanfare/contract';
import type { Decision } from './refusal.ts';
import { type RowPosition, readCursor, writeCursor } from './row-cursor.ts';
import { WEBHOOK_REFUSALS } from './webhook-refusals.ts';

const LETTER = 'd';

/** Reads the position before a page of deliveries, null for the first. `isId` checks ids. */
export function readDeliveriesStart(
  { cursor }: Pick<ListDeliveriesQuery, 'cursor'>,
  isId: RegExp,
): Decision<{ readonly after: RowPosition | null }> {
  if (cursor === undefined) return { ok: true, after: null };
  const after = readCursor(cursor, LETTER, isId);
  return after === null ? WEBHOOK_REFUSALS.noSuchCursor() : { ok: true, after };
}

/** One page of `rows`, newest first. `rows` has one more when another page follows. */
export function toDeliveryPage<Row>(
  rows: readonly Row[],
  { limit }: Pick<ListDeliveriesQuery, 'limit'>,
  positionOf: (row: Row) => RowPosition,
): { readonly shown: readonly Row[]; readonly page: Omit<ListDeliveriesResponse, 'deliveries'> } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length;
  return { shown, page: { hasMore, nextCursor: hasMore && last ? writeCursor(positionOf(last), LETTER) : null } };
}
