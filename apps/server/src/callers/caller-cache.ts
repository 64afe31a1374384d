import { LRUCache } from 'lru-cache';
import type { Logger } from '../log/log.ts';
import type { Caller } from './caller.ts';
import { KEY_TRUST_MS } from './key-trust.ts';

/** Keys in use are read again this often, so that their requests find a trusted one. */
const READ_AGAIN_EVERY_MS = 500;
/** A key that was not used for so long is not read again until its next use. */
const IN_USE_MS = 5_000;
const MOST_CALLERS = 10_000;
/** Kept apart, so that invented keys cannot displace those of callers. */
const MOST_UNKNOWN = 2_000;
/** Keys read by one statement. */
const MOST_AT_ONCE = 1_000;

type Deps = {
  readonly log: Logger;
  readonly monotonicMs: () => number;
  /** Within the share of the request that calls. */
  readonly readCaller: (keySha256: Buffer) => Promise<Caller | null>;
  /** Beside requests: the callers of those keys that are active, by the hash in hexadecimal. */
  readonly readCallers: (keySha256s: readonly Buffer[]) => Promise<ReadonlyMap<string, Caller>>;
};

/** What the database said of a key. Its age counts from before the statement was sent: no revocation is missed for longer than KEY_TRUST_MS. */
type Answer = { readonly caller: Caller | null; readonly askedAt: number };
type Known = Answer & { usedAt: number };
type Reading = { readonly answer: Promise<Answer>; readonly askedAt: number };

export type CallerCache = {
  /** The caller of a key by its SHA-256, or null. At most KEY_TRUST_MS old. */
  find(keySha256: Buffer): Promise<Caller | null>;
  /** Trusts nothing that was read before: the database was restored. */
  clear(): void;
  stop(): void;
};

/**
 * Callers by the hash of their key, read from the database at most a second ago. One statement twice a second reads all keys in use again. Whatever changed a
 * key is noticed, because the row itself is read and no message has to arrive; a server that cannot read trusts no key.
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
      // A read that was sent too long ago may know nothing of a revocation since.
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
