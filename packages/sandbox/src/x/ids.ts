import type { SandboxClock } from '../simulator.ts';

/** Twitter's snowflakes count milliseconds since this time (twitter-archive/snowflake, `twepoch`). */
const EPOCH_MS = 1_288_834_974_657n;
const SEQUENCE_BITS = 22n;

/** Ids like X's: 64-bit numbers that grow with time, too large for a JavaScript number. Each is unique. */
export function createIds(clock: Pick<SandboxClock, 'now'>): () => string {
  let last = 0n;
  return () => {
    const byTime = (BigInt(Math.trunc(clock.now())) - EPOCH_MS) << SEQUENCE_BITS;
    last = byTime > last ? byTime : last + 1n;
    return String(last);
  };
}
