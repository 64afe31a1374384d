import { Readable } from 'node:stream';
import { contract, type WebhookEvent } from '@fanfare/contract';
import { toEventPage, WEBHOOK_REFUSALS } from '@fanfare/rules';
import { apiHandlers } from '../callers/caller.ts';
import type { CallersPool, ListsPool } from '../db/database.ts';
import { labelCursor } from '../http/label-cursor.ts';
import { orRefuse, RequestError } from '../http/request-error.ts';
import { STOPPING } from '../http/stopping.ts';
import type { Ids } from '../process/ids.ts';
import type { EventStreams } from './event-streams.ts';
import { findLastPositions, listEvents } from './events.table.ts';
import { findStartPosition } from './find-start-position.ts';

/** Time for a reader to take the rest of a stream that ends. */
const END_MS = 500;

type Deps = {
  readonly db: CallersPool;
  readonly lists: ListsPool;
  readonly ids: Ids;
  readonly eventStreams: EventStreams;
};

export function eventsHandlers(deps: Deps) {
  return apiHandlers(contract.events, {
    list: async ({ query, caller }) => {
      const { projectId } = caller;
      const { position } = orRefuse(await findStartPosition(deps, projectId, query.after));
      // One more than the page shows, to know whether there is another page.
      const page = { after: position ?? 0, limit: query.limit + 1, type: query.type ?? null };
      const rows = await listEvents(deps.lists, projectId, page);
      const { shown, page: rest } = toEventPage(rows, query, (row) => row.position);
      const events = shown.map(({ body }) => JSON.parse(body) as WebhookEvent);
      return { status: 200, body: { events, ...labelCursor(deps.ids.cell, rest) } };
    },

    stream: async ({ headers, caller, req, res }) => {
      const { projectId } = caller;
      const start = orRefuse(await findStartPosition(deps, projectId, headers['last-event-id']));
      const position = start.position ?? (await findLastPositions(deps.db, [projectId])).get(projectId)!;
      const opened = deps.eventStreams.open(caller, position);
      if (opened === 'stopping') throw new RequestError(STOPPING.refusal);
      if (opened === 'too_many') throw new RequestError(WEBHOOK_REFUSALS.tooManyStreams().refusal);
      // HEAD gets headers only: a body that never ends would hold the response.
      if (req.method === 'HEAD') opened.close();
      const messages = req.method === 'HEAD' ? [] : opened.messages;
      const stream = Readable.from(messages, { objectMode: false, highWaterMark: 16 * 1024 });
      // A pipe does not end its source when the reader leaves.
      const end = (): void => {
        opened.close();
        stream.destroy();
      };
      // The reader may have left during the look-up.
      if (res.destroyed) end();
      else res.once('close', end);
      stream.on('error', () => res.destroy());
      // A reader that takes nothing does not see the end of the text.
      opened.signal.addEventListener('abort', () => setTimeout(() => res.destroy(), END_MS).unref());
      // Buffering proxies would hold events back (nginx, X-Accel-Buffering, checked 2026-11).
      res.setHeader('X-Accel-Buffering', 'no').setHeader('Content-Type', 'text/event-stream');
      // ts-rest pipes a stream, but its type allows only text.
      return { status: 200, body: stream as unknown as string };
    },
  });
}
