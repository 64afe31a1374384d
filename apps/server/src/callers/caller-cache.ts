import { LRUCache } from 'lru-cache';
import type { Logger } from '../process/log/log.ts';
import type { Caller } from './caller.ts';
import { KEY_TRUST_MS } from './key-trust.ts';

/** Interval at which keys in use are read again, so that requests find a trusted one. */
const READ_AGAIN_EVERY_MS = 500;
/** Time without use after which a key is not read again. */
const IN_USE_MS = 5_000;
const MOST_CALLERS = 10_000;
/** Separate limit, so that invented keys cannot evict real ones. */
const MOST_UNKNOWN = 2_000;
const MOST_AT_ONCE = 1_000;

type Deps = {
  readonly log: Logger;
  readonly monotonicMs: () => number;
  /** Reads a key within the share of its request. */
  readonly readCaller: (keySha256: Buffer) => Promise<Caller | null>;
  /** Reads active keys beside requests, by hash in hexadecimal. */
  readonly readCallers: (keySha256s: readonly Buffer[]) => Promise<ReadonlyMap<string, Caller>>;
};

/** Caller of a key. `askedAt` is before the statement, so revocations show within KEY_TRUST_MS. */
type Answer = { readonly caller: Caller | null; readonly askedAt: number };
type Known = Answer & { usedAt: number };
type Reading = { readonly answer: Promise<Answer>; readonly askedAt: number };

export type CallerCache = {
  /** Finds the caller of a key by its SHA-256, at most KEY_TRUST_MS old; null for none. */
  find(keySha256: Buffer): Promise<Caller | null>;
  /** Distrusts everything read before: the database was restored. */
  clear(): void;
  stop(): void;
};

/**
 * Caches callers by the hash of their key for a second at most. One statement twice a second reads
 * all keys in use again. It reads the rows, so no message can get lost; a server that cannot read
 * trusts no key.
 */
export function startCallerCache(deps: Deps): CallerCache {
  const callers = new LRUCache<string, Known>({ max: MOST_CALLERS });
  const unknown = new LRUCache<string, Known>({ max: MOST_UNKNOWN });
  const reading = new Map<string, Reading>();
  let isReadingAgain = false;
  let clearedAt = Number.NEGATIVE_INFINITY;

  const isTrusted = ({ askedAt }: { readonly askedAt: number }): boolean =>
    askedAt >= clearedAt && deps.monotonicMs() - askedAt < KEY_TRUST_MS;

  const store = (hash: string, answer: Answer): void => {
    const before = callers.peek(hash) ?? unknown.peek(hash);
    if (before && before.askedAt > answer.askedAt) return;
    const [home, other] = answer.caller ? [callers, unknown] : [unknown, callers];
    other.delete(hash);
    home.set(hash, { ...answer, usedAt: before?.usedAt ?? deps.monotonicMs() });
  };

  const read = (hash: string, keySha256: Buffer): Reading => {
    const askedAt = deps.monotonicMs();
    const answer = deps
      .readCaller(keySha256)
      .then((caller) => {
        store(hash, { caller, askedAt });
        return { caller, askedAt };
      })
      .finally(() => {
        if (reading.get(hash) === started) reading.delete(hash);
      });
    const started = { answer, askedAt };
    reading.set(hash, started);
    return started;
  };

  const readAgain = async (): Promise<void> => {
    const now = deps.monotonicMs();
    const inUse = [...callers].filter(([, { usedAt }]) => now - usedAt < IN_USE_MS).map(([hash]) => hash);
    for (let at = 0; at < inUse.length; at += MOST_AT_ONCE) {
      const hashes = inUse.slice(at, at + MOST_AT_ONCE);
      const askedAt = deps.monotonicMs();
      const found = await deps.readCallers(hashes.map((hash) => Buffer.from(hash, 'hex')));
      for (const hash of hashes) store(hash, { caller: found.get(hash) ?? null, askedAt });
    }
  };

  const timer = setInterval(() => {
    if (isReadingAgain) return;
    isReadingAgain = true;
    readAgain()
      .catch((err: unknown) => deps.log.warn({ err }, 'keys in use could not be read again; requests read their own'))
      .finally(() => {
        isReadingAgain = false;
      });
  }, READ_AGAIN_EVERY_MS);
  timer.unref();

  const findKnown = (hash: string): Caller | null | undefined => {
    const known = callers.get(hash) ?? unknown.get(hash);
    if (known) known.usedAt = deps.monotonicMs();
    return known && isTrusted(known) ? known.caller : undefined;
  };

  return {
    async find(keySha256) {
      const hash = keySha256.toString('hex');
      const known = findKnown(hash);
      if (known !== undefined) return known;
      // A read that was sent too long ago may miss a revocation.
      const underWay = reading.get(hash);
      const { answer } = underWay && isTrusted(underWay) ? underWay : read(hash, keySha256);
      return (await answer).caller;
    },
    clear() {
      clearedAt = deps.monotonicMs();
    },
    stop: () => clearInterval(timer),
  };
}
