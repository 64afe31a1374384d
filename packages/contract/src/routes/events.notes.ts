import { eventExample } from '../event-examples.ts';
import { example } from '../example.ts';
import type { events } from './events.ts';
import type { NotesOf } from './route-notes.ts';

const failed = eventExample('target.failed');

export const eventsNotes: NotesOf<typeof events> = {
  list: {
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'Lists the events of the project in the order in which they became public, for programs that no webhook can reach. Keep `nextCursor` and send it as `after` to go on. An event is never inserted before one that you have read. Events are kept for 30 days.',
    requests: [],
    answers: {
      200: {
        description: 'One page of events.',
        example: example('A target that failed', {
          events: [failed],
          hasMore: false,
          nextCursor: 'ZTQ3MTE',
        }),
      },
    },
  },
  stream: {
    operationId: 'streamEvents',
    tag: 'Events',
    summary: 'Stream events',
    description:
      'Sends events as they become public, as server-sent events: `id` is a cursor, `event` the type and `data` the event. After a lost connection, send the last `id` as `Last-Event-ID`, as browsers do; without it the stream begins with the next event. Its first message is an `id` alone: where it begins.',
    requests: [],
    answers: {
      200: {
        description: 'The stream, which stays open.',
        example: example('One event', `id: ZTQ3MTE\nevent: ${failed.type}\ndata: ${JSON.stringify(failed)}\n\n`),
      },
    },
  },
};
