import type { LastingCaller } from '../callers/find-allowed-callers.ts';
import type { Logger } from '../process/log/log.ts';
import { type StreamDeps, streamEvents } from './stream-events.ts';

/** Streams of one caller at this server. */
const MOST_PER_CALLER = 10;
/** Interval of the check of all callers, one statement for keys and one for sessions. */
const CHECK_EVERY_MS = 500;

export type StreamCaller = LastingCaller & { readonly projectId: string };

type Deps = StreamDeps & {
  readonly log: Logger;
  /** Filters: the key is not revoked, or the session lives and its user is still a member. */
  readonly findAllowed: (callers: readonly StreamCaller[]) => Promise<readonly StreamCaller[]>;
};

type Opened = {
  readonly messages: AsyncGenerator<string>;
  /** Aborted when the stream must end. */
  readonly signal: AbortSignal;
  /** Releases the stream of a reader that has left. */
  close(): void;
};

export type EventStreams = {
  open(caller: StreamCaller, position: number): Opened | 'too_many' | 'stopping';
  /** Ends all streams and refuses new ones. Readers reconnect with their last id. */
  close(): void;
};

export function createEventStreams({ findAllowed, log, ...deps }: Deps): EventStreams {
  const open = new Map<StreamCaller, AbortController>();
  let closed = false;
  let checking = false;

  /** Runs by time, so that streams with many events or an idle reader end as well. */
  const check = async (): Promise<void> => {
    const callers = [...open.keys()];
    if (checking || callers.length === 0) return;
    checking = true;
    try {
      const allowed = new Set(await findAllowed(callers));
      for (const caller of callers) if (!allowed.has(caller)) open.get(caller)?.abort();
    } catch (err) {
      log.warn({ err }, 'the callers of event streams could not be checked');
    } finally {
      checking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);

  return {
    open(of, position) {
      if (closed) return 'stopping';
      if ([...open.keys()].filter(({ id }) => id === of.id).length >= MOST_PER_CALLER) return 'too_many';
      const controller = new AbortController();
      const { signal } = controller;
      // A copy, because a caller may have several streams.
      const caller = { ...of };
      open.set(caller, controller);
      return {
        messages: streamEvents(deps, of.projectId, { position, signal }),
        signal,
        close() {
          open.delete(caller);
          controller.abort();
        },
      };
    },
    close() {
      closed = true;
      clearInterval(timer);
      for (const controller of open.values()) controller.abort();
    },
  };
}
