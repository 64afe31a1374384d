import type { ListDeliveriesQuery, ListDeliveriesResponse } from '@fanfare/contract';
import { type Place, readCursor, writeCursor } from './place-cursor.ts';
import type { Decision } from './refusal.ts';
import { WEBHOOK_REFUSALS } from './webhook-refusals.ts';

const LETTER = 'd';

/** The place a page of deliveries begins after, null for the first page. `isId` knows the ids that cursors hold. */
export function readDeliveriesStart(
  { cursor }: Pick<ListDeliveriesQuery, 'cursor'>,
  isId: RegExp,
): Decision<{ readonly after: Place | null }> {
  if (cursor === undefined) return { ok: true, after: null };
  const after = readCursor(cursor, LETTER, isId);
  return after === null ? WEBHOOK_REFUSALS.noSuchCursor() : { ok: true, after };
}

/** One page of `rows`, newest first, which hold one row more than it shows when another page follows. */
export function toDeliveryPage<Row>(
  rows: readonly Row[],
  { limit }: Pick<ListDeliveriesQuery, 'limit'>,
  placeOf: (row: Row) => Place,
): { readonly shown: readonly Row[]; readonly page: Omit<ListDeliveriesResponse, 'deliveries'> } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length;
  return { shown, page: { hasMore, nextCursor: hasMore && last ? writeCursor(placeOf(last), LETTER) : null } };
}
