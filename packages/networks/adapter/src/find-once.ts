import type { NetworkIo } from './account-call.ts';
import type { Attempt } from './public-write.ts';

/** The way to read one network to find out what happened to a write. */
export type Search<Seen> = {
  /** The times to read after the attempt, in ms, ascending: lists may be late. */
  readonly looksAfterMs: readonly number[];
  /**
   * Times at which the reads are due: one decides, others replace failed ones. Default: one at
   * once.
   */
  readonly lateLooksMs?: readonly number[];
  /** The candidates; `failed` when this read failed, `closed` when no read can succeed. */
  readonly read: () => Promise<readonly Seen[] | 'failed' | 'closed'>;
};

/**
 * Reads until exactly one thing fits an attempt whose answer was lost, and returns it. Null when
 * two fit, when nothing fits after the last read, or when reading is closed: that something is not
 * there proves nothing. Throws what `read` throws.
 *
 * @example
 * const post = await findOnce(call, attempt, { looksAfterMs: [5_000, 15_000], read: () => listSamePosts(call, attempt) });
 */
export async function findOnce<Seen>(
  io: Pick<NetworkIo, 'clock' | 'signal'>,
  { agoMs }: Pick<Attempt<unknown>, 'agoMs'>,
  { looksAfterMs, lateLooksMs = [0], read }: Search<Seen>,
): Promise<Seen | null> {
  const startedAt = io.clock.now();
  const ahead = looksAfterMs.filter((ms) => ms > agoMs).map((ms) => ms - agoMs);
  const isLate = ahead.length === 0;
  // After a crash one immediate read replaces the missed ones.
  const missed = ahead.length < looksAfterMs.length ? [0] : [];
  for (const lookMs of isLate ? lateLooksMs : [...missed, ...ahead]) {
    const waitMs = startedAt + lookMs - io.clock.now();
    if (waitMs > 0) await io.clock.sleep(waitMs, io.signal);
    const found = await read();
    if (found === 'closed') return null;
    if (found === 'failed') continue;
    const [match, another] = found;
    if (another !== undefined) return null;
    if (match !== undefined) return match;
    if (isLate) break;
  }
  return null;
}
