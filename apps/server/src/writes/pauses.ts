/** Limit of the growth of processing pauses. */
const LONGEST_MS = 10_000;

/**
 * Pauses between tries while the network processes media: up to 10 seconds, and never shorter than
 * the network asks. Null once they add up to more than `maxMs`.
 */
export function createProcessingPauses(maxMs: number): (askedMs: number) => number | null {
  let totalMs = 0;
  return (askedMs) => {
    const pauseMs = Math.max(askedMs, Math.min(Math.round(totalMs / 4), LONGEST_MS));
    totalMs += pauseMs;
    return totalMs > maxMs ? null : pauseMs;
  };
}

type Limits = { readonly maxTries: number; readonly maxWaitMs: number };

/** Pauses of `Retry-After`. Null when their sum is more than one run waits, or after `maxTries`. */
export function createRetryAfterPauses(limits: Limits): (askedMs: number, tries: number) => number | null {
  let totalMs = 0;
  return (askedMs, tries) => {
    totalMs += askedMs;
    return totalMs > limits.maxWaitMs || tries >= limits.maxTries ? null : askedMs;
  };
}
