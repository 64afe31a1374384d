import type { Caller } from '../projects/api-keys.table.ts';
import { type StreamDeps, streamEvents } from './stream-events.ts';

/** Streams of one key at this server. */
const MOST_PER_KEY = 10;

type Opened = {
  readonly messages: AsyncGenerator<string>;
  /** The reader has left. */
  close(): void;
};

/** The event streams that are open at this server. */
export type EventStreams = {
  open(caller: Pick<Caller, 'keyId' | 'projectId'>, position: number): Opened | 'too_many' | 'stopping';
  /** Ends all streams; none is opened any more. Readers connect again, to another server or the next start, with the last id they have. */
  close(): void;
};

export function createEventStreams(deps: StreamDeps): EventStreams {
  const open = new Set<{ readonly keyId: string; readonly controller: AbortController }>();
  let closed = false;
  return {
    open(caller, position) {
      if (closed) return 'stopping';
      const { keyId } = caller;
      if ([...open].filter((stream) => stream.keyId === keyId).length >= MOST_PER_KEY) return 'too_many';
      const controller = new AbortController();
      const stream = { keyId, controller };
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
