import type { Logger } from '../../process/log/log.ts';
import type { LoggedCall } from './request-log.table.ts';

/** Waiting calls; further ones are not logged. */
const MOST_WAITING = 2_000;
const MOST_AT_ONCE = 500;
const LOOK_EVERY_MS = 1_000;

type Deps = { readonly log: Logger; readonly insert: (calls: readonly LoggedCall[]) => Promise<void> };

export type RequestLogWriter = {
  /** Adds a call without waiting. Dropped while the database is too slow. */
  note(call: LoggedCall): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/** Writes calls in batches beside requests: a slow database costs log lines and delays nothing. */
export function startRequestLogWriter({ log, insert }: Deps): RequestLogWriter {
  let waiting: LoggedCall[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      await insert(batch).catch((err: unknown) => {
        dropped += batch.length;
        log.warn({ err }, 'calls could not be written into the request log');
      });
    }
    if (dropped > 0) log.warn({ calls: dropped }, 'calls are missing in the request log');
    dropped = 0;
  };
  const flush = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  };
  const timer = setInterval(() => void flush(), LOOK_EVERY_MS);
  timer.unref();
  return {
    note(call) {
      if (waiting.length < MOST_WAITING) waiting.push(call);
      else dropped++;
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
