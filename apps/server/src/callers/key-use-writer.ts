import type { Logger } from '../log/log.ts';

const WRITE_EVERY_MS = 2_000;
/** Keys that one statement notes. */
const MOST_AT_ONCE = 1_000;
/** Keys that wait for the database; the use of further ones is not noted. */
const MOST_WAITING = 20_000;

type Deps = { readonly log: Logger; readonly write: (keyIds: readonly string[]) => Promise<void> };

export type KeyUseWriter = {
  /** Takes the use of a key without waiting. */
  note(keyId: string): void;
  /** Writes what waits. */
  flush(): Promise<void>;
  /** Writes what waits, once, and ends. */
  stop(): Promise<void>;
};

/** Notes the last use of keys in lots beside the requests. A crash loses two seconds of it. */
export function startKeyUseWriter({ log, write }: Deps): KeyUseWriter {
  let used = new Set<string>();
  let writing: Promise<void> = Promise.resolve();

  const writeUsed = async (): Promise<void> => {
    const keyIds = [...used];
    used = new Set();
    for (let at = 0; at < keyIds.length; at += MOST_AT_ONCE) await write(keyIds.slice(at, at + MOST_AT_ONCE));
  };
  const flush = (): Promise<void> => {
    writing = writing
      .then(writeUsed)
      .catch((err: unknown) => log.warn({ err }, 'the last use of keys could not be recorded'));
    return writing;
  };
  const timer = setInterval(() => {
    if (used.size > 0) void flush();
  }, WRITE_EVERY_MS);
  timer.unref();
  return {
    note(keyId) {
      if (used.size < MOST_WAITING) used.add(keyId);
    },
    flush,
    stop() {
      clearInterval(timer);
      return flush();
    },
  };
}
