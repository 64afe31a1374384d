import { NetworkError, type NetworkIo, repeatSoon } from '@fanfare/network';

/** Whether the same call may work in seconds, which on the Graph includes some media errors. Not for throttling: more calls would prolong it. */
export const mayPassSoon = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && error.facts.retryAfterMs !== undefined && error.code !== 'rate_limited';

/** Runs a read or a hidden call up to three times as long as its error may pass soon. Never for public writes. */
export function repeatGraph<T>(io: NetworkIo, run: () => Promise<T>): Promise<T> {
  return repeatSoon(io, run, mayPassSoon);
}
