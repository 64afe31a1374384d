import type { Logger } from '../process/log/log.ts';

const WRITE_EVERY_MS = 2_000;
const MOST_AT_ONCE = 1_000;
/** Waiting keys; the use of further ones is not recorded. */
const MOST_WAITING = 20_000;

type Deps = { readonly log: Logger; readonly write: (keyIds: readonly string[]) => Promise<void> };

export type KeyUseWriter = {
  /** Records the use of a key without waiting. */
  note(keyId: string): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/** Writes the last use of keys in batches beside requests. A crash loses two seconds. */
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
