import type { Credential } from '@fanfare/network';

const DAY_MS = 86_400_000;
/** Refresh tokens without a stated end die of lying idle (X: after about six months, unconfirmed). */
const IDLE_MS = 30 * DAY_MS;
/** A last renewal before a refresh token's own fixed end (LinkedIn: one year after the consent). */
const BEFORE_END_MS = 7 * DAY_MS;
/** Meta refuses to extend a token that is not a day old (Meta, long-lived tokens, checked 2026-10). */
const YOUNG_MS = DAY_MS;
const JITTER = 0.1;

export type RenewalTimes = {
  /** When to renew it though nobody publishes, or, where nothing can, when to see that it ended. Null for never. */
  readonly renewAt: Date | null;
  /** When the account stops unless the network grants more. Null where no end is known. */
  readonly endsAt: Date | null;
};

/**
 * When a credential that was granted at `now` is renewed ahead of its end: at half of its life, so that a network or an installation that is away for
 * weeks loses no account. `random` (0 to 1) spreads what was granted together.
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
  // Once the refresh token is over only the end of the access token is left to see.
  if (refreshExpiresAt <= now) return expiresAt;
  return Math.min(usual, Math.max(refreshExpiresAt - BEFORE_END_MS, now + YOUNG_MS));
}

const early = (at: number, now: number, random: number): number => at - (at - now) * JITTER * random;

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** How long after so many failures in a row the network is asked again: 5 minutes, doubled up to 6 hours, and up to a fifth longer. */
export function renewalPauseMs(failures: number, random: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS) * (1 + random / 5);
}
