import { type Clock, type Credential, type Http, NetworkError, type ProfileRef } from '@fanfare/network';
import { nextAccountStatus } from '@fanfare/rules';
import { changeAccountStatus } from '../accounts/accounts.table.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import { untilStored } from '../db/until-stored.ts';
import type { Logger } from '../log.ts';
import type { Networks } from '../networks.ts';
import {
  type AccountFacts,
  deleteCredential,
  findAccountCredential,
  lockCredential,
  putCredential,
} from './credentials.table.ts';
import type { KeyRing } from './key-ring.ts';
import { sealCredential, unsealCredential } from './sealed-credential.ts';

/** Renewed this long before its end, so that it does not end in the middle of a publish. */
const REFRESH_AHEAD_MS = 5 * 60_000;
/** A credential without a refresh token can be renewed only while it lives: early enough for an account that rarely publishes. */
const SELF_REFRESH_AHEAD_MS = 10 * 86_400_000;
const REFRESH_TIMEOUT_MS = 10_000;

export type OpenedCredential =
  | { readonly state: 'open'; readonly credential: Credential; readonly account: ProfileRef }
  | { readonly state: 'not_active'; readonly message: string }
  /** It could not be opened, or the network could not be asked for a new one. Says nothing about the account. */
  | { readonly state: 'unavailable'; readonly error: NetworkError };

type Owner = { readonly projectId: string; readonly accountId: string };

/** A credential the network just refused, and whether that was the fruit of a renewal already. */
export type Rejection = {
  readonly credential: Credential;
  readonly as: 'expired' | 'revoked';
  readonly renewed: boolean;
};

/**
 * The credential to act with. `reject` names one that the network just refused: it is renewed whatever its end, or, where that is definitely
 * impossible, the account becomes `expired` or `revoked`.
 */
export type OpenCredential = (
  owner: Owner,
  options: { readonly reject: Rejection | null },
) => Promise<OpenedCredential>;

type Deps = {
  readonly db: DatabasePool;
  readonly networks: Networks;
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keyRing: KeyRing;
  readonly randomBytes: (bytes: number) => Buffer;
};

export function createOpenCredential(deps: Deps): OpenCredential {
  // Who needs the same renewal waits for it here, without a database connection of its own.
  const renewals = new Map<string, Promise<OpenedCredential>>();

  return async (owner, { reject }) => {
    const opened = await untilStored(() => read(deps, deps.db, owner));
    if (opened.state !== 'found') return opened;
    if (!mustRenew(deps, opened.credential, reject)) return ready(opened);

    const running = renewals.get(owner.accountId);
    if (running) return running;
    const renewal = renewLocked(deps, owner, reject).finally(() => renewals.delete(owner.accountId));
    renewals.set(owner.accountId, renewal);
    return renewal;
  };
}

/** One renewal at a time, over all processes: the row lock lives and dies with this transaction. */
function renewLocked(deps: Deps, owner: Owner, reject: Rejection | null): Promise<OpenedCredential> {
  return deps.db.transaction(async (tx) => {
    // Locked first and read after: what another process changed while we waited is seen.
    await lockCredential(tx, owner);
    const again = await read(deps, tx, owner);
    if (again.state !== 'found') return again;
    return mustRenew(deps, again.credential, reject) ? renew(deps, tx, again, reject) : ready(again);
  });
}

type Found = {
  readonly state: 'found';
  readonly owner: Owner;
  readonly account: AccountFacts;
  readonly credential: Credential;
  readonly version: number;
};

async function read(
  deps: Deps,
  db: Database,
  owner: Owner,
): Promise<Found | Exclude<OpenedCredential, { state: 'open' }>> {
  const found = await findAccountCredential(db, owner);
  if (found?.account.status !== 'active' || !found.credential) {
    const reason = found?.account.statusReason ? ` (${found.account.statusReason})` : '';
    return {
      state: 'not_active',
      message: `The account is ${found?.account.status ?? 'gone'}${reason}. Connect it again to publish.`,
    };
  }
  const { account, credential: stored } = found;
  const { version } = stored;
  try {
    return {
      state: 'found',
      owner,
      account,
      credential: unsealCredential(deps, { ...owner, version }, stored),
      version,
    };
  } catch (err) {
    deps.log.error({ ...owner, keyId: stored.keyId, err }, 'a credential does not open');
    return { state: 'unavailable', error: unopened(err) };
  }
}

/** Damaged, or sealed with a key that was taken out of ENCRYPTION_KEYS. The account itself may be in order. */
function unopened(cause: unknown): NetworkError {
  return new NetworkError({
    code: 'internal_error',
    outcome: 'not_sent',
    message: 'The service could not open the credential of this account. Nothing was sent.',
    remedy: 'Report it to the operator of this installation; connecting the account again mends it.',
    operator: true,
    cause,
  });
}

function mustRenew(deps: Deps, credential: Credential, reject: Rejection | null): boolean {
  if (reject) return isSame(reject.credential, credential);
  const aheadMs = credential.refreshToken === null ? SELF_REFRESH_AHEAD_MS : REFRESH_AHEAD_MS;
  return credential.expiresAt !== null && credential.expiresAt - deps.clock.now() < aheadMs;
}

async function renew(deps: Deps, tx: Database, found: Found, reject: Rejection | null): Promise<OpenedCredential> {
  const { owner, account, credential } = found;
  // A network that refuses what it gave out a moment ago will not change its mind.
  if (reject?.renewed) return end(deps, tx, found, reject.as);
  const isOver = credential.expiresAt !== null && credential.expiresAt <= deps.clock.now();
  try {
    const renewed = await askForRenewal(deps, account, credential);
    if (reject && isSame(renewed, credential)) return end(deps, tx, found, reject.as);
    const version = found.version + 1;
    await putCredential(tx, owner, sealCredential(deps, { ...owner, version }, renewed));
    return ready({ ...found, credential: renewed });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    // Nobody has refused it and its time has not come: it serves to its end.
    if (!reject && !isOver) return ready(found);
    // Anything temporary changes nothing.
    if (error.code !== 'credential_rejected') return { state: 'unavailable', error };
    return end(deps, tx, found, reject?.as === 'revoked' ? 'revoked' : (error.facts.credential ?? 'expired'));
  }
}

function askForRenewal(deps: Deps, account: AccountFacts, credential: Credential): Promise<Credential> {
  const refresh = deps.networks.adapterOf(account.platform)?.connect.refresh;
  if (!refresh) {
    throw new NetworkError({
      code: 'credential_rejected',
      outcome: 'rejected',
      message: 'This network does not renew credentials.',
    });
  }
  const io = { http: deps.http, clock: deps.clock, signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS) };
  return refresh(io, credential);
}

const isSame = (one: Credential, other: Credential): boolean => one.accessToken.reveal() === other.accessToken.reveal();

async function end(
  deps: Deps,
  tx: Database,
  { owner, account }: Found,
  as: 'expired' | 'revoked',
): Promise<OpenedCredential> {
  const to = nextAccountStatus(account.status, as === 'revoked' ? 'removed_by_user' : 'credential_lapsed');
  const reason = to === 'revoked' ? 'revoked_by_user' : 'refresh_rejected';
  await changeAccountStatus(tx, { projectId: owner.projectId, id: owner.accountId, from: ['active'], to, reason });
  if (to === 'revoked') await deleteCredential(tx, owner);
  deps.log.info({ ...owner, to, reason }, 'account lost its credential');
  return { state: 'not_active', message: `The account is ${to} (${reason}). Connect it again to publish.` };
}

function ready(found: Found): OpenedCredential {
  const { platformUserId, username } = found.account;
  return { state: 'open', credential: found.credential, account: { platformUserId, username, otherIds: [] } };
}
