import { NetworkError, type NetworkIo, repeatSoon } from '@fanfare/network';

/** Whether the same call may work in seconds, media errors included; not for throttling. */
export const mayPassSoon = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && error.facts.retryAfterMs !== undefined && error.code !== 'rate_limited';

/** Runs a read or hidden call up to three times while errors may pass. Never public writes. */
export function repeatGraph<T>(io: NetworkIo, run: () => Promise<T>): Promise<T> {
  return repeatSoon(io, run, mayPassSoon);
}
