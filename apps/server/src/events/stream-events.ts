import { STREAM_HEARTBEAT, streamMessage, streamOpening } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import type { EventFeed } from './event-feed.ts';
import { listEvents } from './events.table.ts';

/** Events in memory per stream. The next page is read when the reader has taken this one. */
const PAGE = 50;

export type StreamDeps = {
  readonly db: Database;
  readonly feed: Pick<EventFeed, 'next'>;
  readonly cell: string | null;
  readonly heartbeatMs: number;
};

/**
 * Text of an event stream (HTML Standard, 9.2 server-sent events) after a position, until `signal`
 * aborts. Holds one page and no database connection while it waits, so a slow reader costs little.
 */
export async function* streamEvents(
  { db, feed, cell, heartbeatMs }: StreamDeps,
  projectId: string,
  from: { readonly position: number; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  const { signal } = from;
  let { position } = from;
  // Sends the headers, and the position to resume from before the first event.
  yield streamOpening(position, cell);
  while (!signal.aborted) {
    const events = await listEvents(db, projectId, { after: position, limit: PAGE, type: null });
    for (const event of events) {
      if (signal.aborted) return;
      yield streamMessage({ ...event, cell });
    }
    position = events.at(-1)?.position ?? position;
    if (events.length > 0) continue;
    if ((await feed.next(projectId, position, { ms: heartbeatMs, signal })) !== 'timeout') continue;
    yield STREAM_HEARTBEAT;
  }
}
