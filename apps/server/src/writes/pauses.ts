/** Pauses for processing grow up to here. */
const LONGEST_MS = 10_000;

/**
 * Pauses between tries while the network still processes the media of a post. They grow up to 10 seconds, and are never shorter than the network asks.
 * Null once they add up to more than `maxMs`: then the media took too long.
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

/** Pauses that a network asks for (`Retry-After`). Null when they add up to more than one run waits, or when the run has tried often enough. */
export function createRetryAfterPauses(limits: Limits): (askedMs: number, tries: number) => number | null {
  let totalMs = 0;
  return (askedMs, tries) => {
    totalMs += askedMs;
    return totalMs > limits.maxWaitMs || tries >= limits.maxTries ? null : askedMs;
  };
}
