import { STREAM_HEARTBEAT, streamMessage, streamOpening } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import type { EventFeed } from './event-feed.ts';
import { listEvents } from './events.table.ts';

/** Events that a stream holds at a time; the next ones are read when the reader has taken these. */
const PAGE = 50;

export type StreamDeps = {
  readonly db: Database;
  readonly feed: Pick<EventFeed, 'next'>;
  /** A quiet stream sends a comment so often. */
  readonly heartbeatMs: number;
};

/**
 * The text of an event stream (HTML Standard, 9.2 server-sent events) after a position, until `signal` is aborted. It holds one page of
 * events and no connection to the database while it waits, so that a slow reader costs nothing but time.
 */
export async function* streamEvents(
  { db, feed, heartbeatMs }: StreamDeps,
  projectId: string,
  from: { readonly position: number; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  const { signal } = from;
  let { position } = from;
  // Sends the headers at once, and where to go on if no event comes before the connection is lost.
  yield streamOpening(position);
  while (!signal.aborted) {
    const events = await listEvents(db, projectId, { after: position, limit: PAGE, type: null });
    for (const event of events) {
      if (signal.aborted) return;
      yield streamMessage(event);
    }
    position = events.at(-1)?.position ?? position;
    if (events.length > 0) continue;
    if ((await feed.next(projectId, position, { ms: heartbeatMs, signal })) !== 'timeout') continue;
    yield STREAM_HEARTBEAT;
  }
}
