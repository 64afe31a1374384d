import { type Decision, STREAM_HEARTBEAT, streamMessage, streamOpening, WEBHOOK_REFUSALS } from '@fanfare/rules';
import type { Caller } from '../http/caller.ts';
import type { MockState } from '../mock-state.ts';
import type { EventStream } from '../world.ts';
import type { StoredEvent } from './event-world.ts';

const HEARTBEAT_MS = 15_000;
/** Streams that a key may have open. */
const MOST_PER_KEY = 10;

/** Server-sent events: missed ones, then new ones. Ends with reader, key or reset. */
export function openStream(
  { world }: Pick<MockState, 'world'>,
  { key, project }: Caller,
  from: { readonly position: number; readonly missed: readonly StoredEvent[]; readonly signal: AbortSignal },
): Decision<{ readonly text: ReadableStream<Uint8Array> }> {
  const { eventStreams } = world;
  const { signal } = from;
  if ([...eventStreams].filter(({ keyId }) => keyId === key.id).length >= MOST_PER_KEY)
    return WEBHOOK_REFUSALS.tooManyStreams();
  const utf8 = new TextEncoder();
  let close = (): void => undefined;
  const text = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (message: string): void => controller.enqueue(utf8.encode(message));
      const read = (event: StoredEvent): void => {
        if (event.projectId === project.id) send(streamMessage({ ...event, body: event.body() }));
      };
      const heartbeat = setInterval(() => {
        if (key.isRevoked) end();
        else send(STREAM_HEARTBEAT);
      }, HEARTBEAT_MS);
      if (typeof heartbeat === 'object') heartbeat.unref();
      close = () => {
        eventStreams.delete(stream);
        clearInterval(heartbeat);
        signal.removeEventListener('abort', end);
      };
      const end = (): void => {
        close();
        controller.close();
      };
      const stream: EventStream = { keyId: key.id, read, end };
      signal.addEventListener('abort', end);
      eventStreams.add(stream);
      // Sends the headers at once, and where to go on.
      send(streamOpening(from.position));
      for (const event of from.missed) read(event);
    },
    cancel: () => close(),
  });
  return { ok: true, text };
}
