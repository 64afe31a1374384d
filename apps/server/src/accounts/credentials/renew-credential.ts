import { setTimeout as sleep } from 'node:timers/promises';
import { type Credential, type Http, NetworkError } from '@fanfare/network';
import type { Networks } from '../../config/networks.ts';
import { DatabaseUnavailable } from '../../db/database-unavailable.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import { endsWithin } from '../../process/ends-within.ts';
import { isSameToken, mustRenew, type Purpose } from './must-renew.ts';
import {
  type FoundCredential,
  type OpenedCredential,
  type Owner,
  type ReadCredentialDeps,
  readCredential,
  readyCredential,
} from './read-credential.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { renewalPauseMs } from './renewal-times.ts';
import { claimRenewal, releaseRenewal } from './renewals.table.ts';
import {
  type Attempt,
  endRenewal,
  postpone,
  type Renewed,
  type SettleFailureDeps,
  settleFailure,
} from './settle-failure.ts';
import { storeRenewed } from './settle-renewal.ts';
import { randomPart } from './store-credential.ts';

/** `busy`: another caller is renewing it, and the refresh job does not wait for that. */
export type RenewCredential = (owner: Owner, purpose: Purpose) => Promise<Renewed | 'busy'>;

export type RenewalTimings = {
  /** Time limit of the network. */
  readonly askMs: number;
  /** Length of the lease. Above `askMs`, so that a frozen process finds it expired. */
  readonly leaseMs: number;
  /** Interval at which a process checks whether another one has finished. */
  readonly lookEveryMs: number;
};

const TIMINGS: RenewalTimings = { askMs: 10_000, leaseMs: 15_000, lookEveryMs: 100 };
/** Wait limit of a caller: for the lease of a crashed process, and for its own renewal. */
const MAX_WAIT_MS = 40_000;
/** Time for which a granted credential is kept in memory while the database is unavailable. */
const STORE_RETRY_MS = 10 * 60_000;

export type RenewCredentialDeps = ReadCredentialDeps &
  SettleFailureDeps & {
    readonly networks: Networks;
    readonly http: Http;
    readonly timings?: RenewalTimings;
  };

/**
 * The only code that renews credentials. One process at a time asks the network, as refresh tokens
 * may work only once. The right is a lease in the credential's row, committed before the request.
 * It is not a lock, so that no connection of the pool is held during the request.
 */
export function createRenewCredential(deps: RenewCredentialDeps): RenewCredential {
  // Callers in this process share one renewal per account, without polling the database.
  const running = new Map<string, Promise<Renewed | 'busy'>>();

  return async (owner, purpose) => {
    for (;;) {
      const other = running.get(owner.accountId);
      if (other && purpose.for === 'background') return 'busy';
      if (!other) {
        const own = renew(deps, owner, purpose).finally(() => running.delete(owner.accountId));
        running.set(owner.accountId, own);
        return within(MAX_WAIT_MS, own);
      }
      const renewed = await within(MAX_WAIT_MS, other);
      if (renewed === 'busy') continue;
      // A renewal for another reason may have left this caller's refused credential in place.
      const isRefused =
        renewed.state === 'open' && purpose.reject && isSameToken(purpose.reject.credential, renewed.credential);
      if (!isRefused) return renewed;
    }
  };
}

async function renew(deps: RenewCredentialDeps, owner: Owner, purpose: Purpose): Promise<Renewed | 'busy'> {
  const { lookEveryMs } = deps.timings ?? TIMINGS;
  let failuresBefore: number | null = null;
  for (const giveUpAt = performance.now() + MAX_WAIT_MS; performance.now() < giveUpAt; ) {
    const found = await retryTransient(() => readCredential(deps, owner));
    if (found.state !== 'found') {
      if (purpose.for === 'background') await retryLater(deps, owner, found.state);
      return found;
    }
    if (!mustRenew(found, purpose, deps.clock.now())) return readyCredential(found);
    failuresBefore ??= found.renewal.failures;
    // A caller that waited for another process shares its result, also a missing answer.
    if (found.renewal.failures > failuresBefore) return { state: 'unavailable', error: notNow(), postponed: true };
    const attempt = (await checkCredential(deps, found, purpose)) ?? (await attemptRenewal(deps, found, purpose));
    if (attempt === 'busy' && purpose.for === 'background') return 'busy';
    // In real time, because other processes and a network do not follow a test's clock.
    if (attempt === 'busy') await sleep(lookEveryMs);
    else if (attempt !== 'overtaken') return attempt;
  }
  return { state: 'unavailable', error: notNow() };
}

/**
 * Asks networks whose credentials never expire whether a refused one has really ended, and ends the
 * account only then. Null where the network renews credentials instead.
 */
async function checkCredential(
  deps: RenewCredentialDeps,
  found: FoundCredential,
  purpose: Purpose,
): Promise<Attempt | null> {
  const { reject } = purpose;
  const check = deps.networks.adapterOf(found.account.platform)?.checkCredential;
  if (!check || !reject) return null;
  const ready = readyCredential(found);
  // Confirmed before and refused again: that is about the call, not about the account.
  if (reject.renewed || ready.state !== 'open') return ready;
  const signal = AbortSignal.timeout((deps.timings ?? TIMINGS).askMs);
  const { account, credential } = ready;
  try {
    await check({ http: deps.http, clock: deps.clock, signal, account, credential });
    return ready;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (error.code !== 'credential_rejected') return { state: 'unavailable', error: notNow() };
    return endRenewal(deps, found, { token: null, as: 'revoked', reason: 'revoked_by_user' });
  }
}

async function attemptRenewal(deps: RenewCredentialDeps, found: FoundCredential, purpose: Purpose): Promise<Attempt> {
  const { reject } = purpose;
  // The network refuses a token that it has just issued, so another renewal does not help.
  if (reject?.renewed) return endRenewal(deps, found, { token: null, as: reject.as, reason: 'refresh_rejected' });

  const { askMs, leaseMs } = deps.timings ?? TIMINGS;
  const claimedAt = performance.now();
  const { owner, version } = found;
  const wait = purpose.for === 'use';
  const claim = await retryTransient(() =>
    deps.db.transaction((tx) => claimRenewal(tx, { ...owner, version, token: found.renewal.token }, { leaseMs, wait })),
  );
  if (typeof claim === 'string') return claim;
  // The last check: a process that was frozen must not ask together with the next one.
  if (performance.now() - claimedAt > leaseMs - askMs) return 'overtaken';
  let renewed: Credential;
  try {
    renewed = await askNetwork(deps, found, askMs);
  } catch (error) {
    if (error instanceof NetworkError) return settleFailure(deps, found, claim, purpose, error);
    // A bug of ours, which the next attempt meets as well: no retry every minute.
    await postpone(deps, found, claim, { isDoubtful: true });
    throw error;
  }
  if (reject && isSameToken(renewed, found.credential)) {
    return endRenewal(deps, found, { token: claim.token, as: reject.as, reason: 'refresh_rejected' });
  }
  const stored = await storeGranted(() => deps.db.transaction((tx) => storeRenewed(deps, tx, found, renewed)));
  deps.observe.renewal(found.account.platform, 'renewed');
  if (stored) await refreshSubscription(deps, found, renewed);
  return stored ? readyCredential({ ...found, credential: renewed }) : 'overtaken';
}

function askNetwork(deps: RenewCredentialDeps, found: FoundCredential, askMs: number): Promise<Credential> {
  const refresh = deps.networks.adapterOf(found.account.platform)?.connect?.refresh;
  if (!refresh) {
    throw new NetworkError({
      code: 'credential_rejected',
      outcome: 'not_sent',
      message: 'This network does not renew credentials.',
    });
  }
  return refresh({ http: deps.http, clock: deps.clock, signal: AbortSignal.timeout(askMs) }, found.credential);
}

/** Clears the renewal of an inactive account, or postpones that of an unreadable credential. */
async function retryLater(deps: RenewCredentialDeps, owner: Owner, state: OpenedCredential['state']): Promise<void> {
  const isOver = state === 'not_active';
  const renewAt = isOver ? null : new Date(deps.clock.now() + renewalPauseMs(8, randomPart(deps)));
  const attempt = { renewAt, failed: !isOver, inDoubt: false };
  await retryTransient(() => releaseRenewal(deps.db, owner.projectId, [owner.accountId], attempt));
}

/** Retries a write of a one-time grant for much longer than other writes. */
async function storeGranted<T>(write: () => Promise<T>): Promise<T> {
  for (const giveUpAt = performance.now() + STORE_RETRY_MS; ; ) {
    try {
      return await retryTransient(write);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > giveUpAt) throw error;
    }
  }
}

const within = async (ms: number, renewal: Promise<Renewed | 'busy'>): Promise<Renewed | 'busy'> =>
  (await endsWithin(ms, renewal)) ? renewal : { state: 'unavailable', error: notNow() };

const notNow = (): NetworkError =>
  new NetworkError({
    code: 'network_unavailable',
    outcome: 'not_sent',
    message: 'The authorization of this account could not be renewed just now. Nothing was sent.',
    remedy: 'Try again in a minute.',
  });
