import { type StreamCaller, type StreamDeps, streamEvents } from './stream-events.ts';

/** Streams of one caller at this server. */
const MOST_PER_CALLER = 10;

type Opened = {
  readonly messages: AsyncGenerator<string>;
  /** The reader has left. */
  close(): void;
};

/** The event streams that are open at this server. */
export type EventStreams = {
  open(caller: StreamCaller, position: number): Opened | 'too_many' | 'stopping';
  /** Ends all streams; none is opened any more. Readers connect again, to another server or the next start, with the last id they have. */
  close(): void;
};

export function createEventStreams(deps: StreamDeps): EventStreams {
  const open = new Set<{ readonly callerId: string; readonly controller: AbortController }>();
  let closed = false;
  return {
    open(caller, position) {
      if (closed) return 'stopping';
      const { id: callerId } = caller;
      if ([...open].filter((stream) => stream.callerId === callerId).length >= MOST_PER_CALLER) return 'too_many';
      const controller = new AbortController();
      const stream = { callerId, controller };
      open.add(stream);
      return {
        messages: streamEvents(deps, caller, { position, signal: controller.signal }),
        close() {
          open.delete(stream);
          controller.abort();
        },
      };
    },
    close() {
      closed = true;
      for (const { controller } of open) controller.abort();
    },
  };
}
