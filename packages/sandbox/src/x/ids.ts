import type { SandboxClock } from '../simulator.ts';

/** The epoch of Twitter's snowflakes (twitter-archive/snowflake, `twepoch`). */
const EPOCH_MS = 1_288_834_974_657n;
const SEQUENCE_BITS = 22n;

/** Unique 64-bit ids that grow with time, too large for a JavaScript number. */
export function createIds(clock: Pick<SandboxClock, 'now'>): () => string {
  let last = 0n;
  return () => {
    const byTime = (BigInt(Math.trunc(clock.now())) - EPOCH_MS) << SEQUENCE_BITS;
    last = byTime > last ? byTime : last + 1n;
    return String(last);
  };
}
