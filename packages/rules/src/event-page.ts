import type { ListEventsResponse } from '@fanfare/contract';
import { withCell, withoutCell } from './cell.ts';
import type { Decision } from './refusal.ts';
import { decodeCursor } from './row-cursor.ts';
import { WEBHOOK_REFUSALS } from './webhook-refusals.ts';

/** The start of a page: after a position of the project, or after an event by its id. */
export type EventsStart = { readonly position: number } | { readonly eventId: string };

/**
 * The cursor behind an event: the `nextCursor` of a page that ends with it, and the `id` of its
 * message in a stream. It holds the position and not the id, so that it stays valid when the event
 * is deleted. In a cell its label comes first.
 *
 * @example
 * eventCursor(4711); // 'ZTQ3MTE'
 */
export const eventCursor = (position: number, cell: string | null = null): string =>
  withCell(cell, btoa(`e${position}`).replaceAll('=', ''));

/**
 * Reads the start from `after` or `Last-Event-ID`, null without one. An id of an event still has to
 * be looked up; where it is not kept, the refusal is `WEBHOOK_REFUSALS.noSuchPlace()`.
 *
 * @example
 * readEventsStart('ZTQ3MTE'); // { ok: true, after: { position: 4711 } }
 */
export function readEventsStart(after: string | undefined): Decision<{ readonly after: EventsStart | null }> {
  if (after === undefined) return { ok: true, after: null };
  if (withoutCell(after).startsWith('evt_')) return { ok: true, after: { eventId: withoutCell(after) } };
  const [, position] = /^e(\d{1,15})$/.exec(decodeCursor(after)) ?? [];
  return position === undefined ? WEBHOOK_REFUSALS.noSuchPlace() : { ok: true, after: { position: Number(position) } };
}

/**
 * One page of `rows`, oldest first, which hold one row more than it shows when another page
 * follows. The cursor of an empty page is the one that was sent, so that whoever polls always has
 * one to go on with.
 */
export function toEventPage<Row>(
  rows: readonly Row[],
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
  positionOf: (row: Row) => number,
): { readonly shown: readonly Row[]; readonly page: Omit<ListEventsResponse, 'events'> } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    shown,
    page: {
      hasMore: rows.length > shown.length,
      nextCursor: last === undefined ? (after ?? null) : eventCursor(positionOf(last)),
    },
  };
}

/**
 * One event as a message of the stream.
 *
 * @example
 * streamMessage({ position: 4711, type: 'post.failed', body: '{"id":…}' }); // 'id: ZTQ3MTE\nevent: post.failed\ndata: {"id":…}\n\n'
 */
export const streamMessage = ({
  position,
  type,
  body,
  cell = null,
}: {
  readonly position: number;
  readonly type: string;
  /** JSON in one line. */
  readonly body: string;
  readonly cell?: string | null;
}): string => `id: ${eventCursor(position, cell)}\nevent: ${type}\ndata: ${body}\n\n`;

/**
 * The first message of a stream: a position without an event. A client that loses the connection
 * before the first event goes on from here and misses nothing.
 *
 * @example
 * streamOpening(4711); // 'id: ZTQ3MTE\n\n'
 */
export const streamOpening = (position: number, cell: string | null = null): string =>
  `id: ${eventCursor(position, cell)}\n\n`;

/** A comment, which keeps a quiet stream open. */
export const STREAM_HEARTBEAT = ': \n\n';
