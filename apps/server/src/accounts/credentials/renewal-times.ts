import type { Credential } from '@fanfare/network';

const DAY_MS = 86_400_000;
/** Assumed lifetime of an unused refresh token without an expiry (X: six months, unconfirmed). */
const IDLE_MS = 30 * DAY_MS;
/** Time of the last renewal before a refresh token's fixed end (LinkedIn: a year after consent). */
const BEFORE_END_MS = 7 * DAY_MS;
/** Meta refuses to extend younger tokens (Meta, long-lived tokens, checked 2026-10). */
const YOUNG_MS = DAY_MS;
const JITTER = 0.1;

export type RenewalTimes = {
  /** Time at which the refresh job renews it or ends the account; null for never. */
  readonly renewAt: Date | null;
  /** Time at which the account expires without a renewal; null when unknown. */
  readonly endsAt: Date | null;
};

/**
 * The times of a credential granted at `now`. It is renewed at half of its lifetime, so that an
 * outage of weeks expires no account. `random` (0 to 1) spreads renewals of credentials granted at
 * the same time.
 */
export function renewalTimes(credential: Credential, now: number, random: number): RenewalTimes {
  const { expiresAt, refreshToken, refreshExpiresAt } = credential;
  const endsAt =
    refreshToken === null ? expiresAt : refreshExpiresAt === null ? null : Math.max(expiresAt ?? 0, refreshExpiresAt);
  const renewAt = renewalTime(credential, now, random);
  return { renewAt: dateOf(renewAt), endsAt: dateOf(endsAt) };
}

function renewalTime(credential: Credential, now: number, random: number): number | null {
  const { expiresAt, refreshToken, refreshExpiresAt } = credential;
  const half = expiresAt === null ? now : now + (expiresAt - now) / 2;
  if (refreshToken === null) {
    if (expiresAt === null) return null;
    return Math.min(Math.max(early(half, now, random), now + YOUNG_MS), expiresAt);
  }
  const usual = early(Math.max(half, now + IDLE_MS), now, random);
  if (refreshExpiresAt === null) return usual;
  // With an expired refresh token only the expiry of the access token is left.
  if (refreshExpiresAt <= now) return expiresAt;
  return Math.min(usual, Math.max(refreshExpiresAt - BEFORE_END_MS, now + YOUNG_MS));
}

const early = (at: number, now: number, random: number): number => at - (at - now) * JITTER * random;

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** The pause after consecutive failures: 5 minutes, doubled up to 6 hours, plus up to a fifth. */
export function renewalPauseMs(failures: number, random: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS) * (1 + random / 5);
}
