import type { Clock, NetworkError } from '@fanfare/network';
import type { DatabasePool } from '../../db/database.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import type { Logger } from '../../process/log/log.ts';
import type { Purpose } from './must-renew.ts';
import { type FoundCredential, notActive, type OpenedCredential, readyCredential } from './read-credential.ts';
import { renewalPauseMs } from './renewal-times.ts';
import type { RenewalClaim } from './renewals.table.ts';
import { type EndReason, endGrant, postponeRenewal } from './settle-renewal.ts';
import { randomPart, type StoreCredentialDeps } from './store-credential.ts';

type RenewalOutcome = 'renewed' | 'refused' | 'not_renewable' | 'unavailable';

export type SettleFailureDeps = StoreCredentialDeps & {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly observe: { renewal(platform: string, outcome: RenewalOutcome): void };
};

/** `postponed`: the network failed or was not asked; the renewal is retried later. */
export type Renewed = OpenedCredential & { readonly postponed?: boolean };

/** `busy`: another process renews it. `overtaken`: it changed meanwhile; read it again. */
export type Attempt = Renewed | 'busy' | 'overtaken';

/** The pause after a refused refresh token if the access token does not expire. */
const MONTH_MS = 30 * 86_400_000;

/** Settles a failed renewal: a definite refusal ends the account, anything else postpones it. */
export async function settleFailure(
  deps: SettleFailureDeps,
  found: FoundCredential,
  claim: RenewalClaim,
  purpose: Purpose,
  error: NetworkError,
): Promise<Attempt> {
  const { credential, account, renewal } = found;
  const { reject } = purpose;
  const now = deps.clock.now();
  const isRefusal = error.code === 'credential_rejected';
  const wasAsked = error.outcome !== 'not_sent';
  deps.observe.renewal(account.platform, isRefusal ? (wasAsked ? 'refused' : 'not_renewable') : 'unavailable');
  const isOver = credential.expiresAt !== null && credential.expiresAt <= now;
  // Without a refresh token the access token renews itself, so a refusal means that it is dead.
  const isDead = error.facts.credential === 'revoked' || (credential.refreshToken === null && wasAsked);
  if (isRefusal && (reject || isOver || isDead)) {
    const as = reject?.as === 'revoked' ? 'revoked' : (error.facts.credential ?? 'expired');
    return endRenewal(deps, found, { token: claim.token, as, reason: reasonOf(as, wasAsked, claim) });
  }
  const { code, networkCode } = error.facts;
  const failures = renewal.failures + 1;
  deps.log.warn({ ...found.owner, platform: account.platform, code, networkCode, failures }, 'renewing failed');
  const isDoubtful = !isRefusal && wasAsked && (error.outcome === 'unknown' || code === 'network_unavailable');
  const until = isRefusal ? (credential.expiresAt ?? now + MONTH_MS) : undefined;
  if (!(await postpone(deps, found, claim, { isDoubtful, until }))) return 'overtaken';
  // The access token is neither refused nor expired, so it is used.
  return { ...(!reject && !isOver ? readyCredential(found) : { state: 'unavailable', error }), postponed: !isRefusal };
}

/** False when the credential was replaced, or another process is asking now. */
export function postpone(
  deps: SettleFailureDeps,
  found: FoundCredential,
  claim: RenewalClaim,
  attempt: { readonly isDoubtful: boolean; readonly until?: number | undefined },
): Promise<boolean> {
  const pauseMs = renewalPauseMs(found.renewal.failures + 1, randomPart(deps));
  const renewAt = new Date(attempt.until ?? deps.clock.now() + pauseMs);
  const postponed = { token: claim.token, renewAt, inDoubt: attempt.isDoubtful };
  return retryTransient(() => deps.db.transaction((tx) => postponeRenewal(tx, found, postponed)));
}

function reasonOf(as: 'expired' | 'revoked', wasAsked: boolean, claim: RenewalClaim): EndReason {
  if (as === 'revoked') return 'revoked_by_user';
  if (!wasAsked) return 'not_renewable';
  return claim.doubtful ? 'refresh_outcome_lost' : 'refresh_rejected';
}

export async function endRenewal(
  deps: SettleFailureDeps,
  found: FoundCredential,
  how: { readonly token: number | null; readonly as: 'expired' | 'revoked'; readonly reason: EndReason },
): Promise<Attempt> {
  const reason = how.as === 'revoked' ? 'revoked_by_user' : how.reason;
  const ended = await retryTransient(() => deps.db.transaction((tx) => endGrant(tx, found, { ...how, reason })));
  if (!ended) return 'overtaken';
  deps.log.info({ ...found.owner, to: how.as, reason }, 'account lost its credential');
  return notActive(how.as, reason);
}
