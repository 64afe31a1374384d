import { type Clock, type Credential, type Http, NetworkError, type ProfileRef } from '@fanfare/network';
import { nextAccountStatus } from '@fanfare/rules';
import { type AccountRow, changeAccountStatus, findAccount } from '../accounts/accounts.table.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Networks } from '../networks.ts';
import { deleteCredential, findCredential, putCredential } from './credentials.table.ts';
import type { KeyRing } from './key-ring.ts';
import { sealCredential, unsealCredential } from './sealed-credential.ts';

/** Renewed this long before its end, so that it does not end in the middle of a publish. */
const REFRESH_AHEAD_MS = 5 * 60_000;
const REFRESH_TIMEOUT_MS = 10_000;

export type OpenedCredential =
  | { readonly state: 'open'; readonly credential: Credential; readonly account: ProfileRef }
  | { readonly state: 'not_active'; readonly message: string }
  /** The network could not be asked for a new one. Says nothing about the account. */
  | { readonly state: 'unavailable'; readonly error: NetworkError };

type Owner = { readonly projectId: string; readonly accountId: string };

/**
 * The credential to act with. `reject` names one that the network just refused: it is renewed whatever its end, or, where that is definitely
 * impossible, the account becomes `expired` or `revoked`.
 */
export type OpenCredential = (
  owner: Owner,
  options: { readonly reject: { readonly credential: Credential; readonly as: 'expired' | 'revoked' } | null },
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
  return async (owner, { reject }) => {
    const opened = await read(deps, deps.db, owner, 'read');
    if (opened.state !== 'found') return opened;
    if (!mustRenew(deps, opened.credential, reject?.credential ?? null)) return ready(opened);

    // One renewal at a time, over all processes: the row lock lives and dies with this transaction.
    return deps.db.transaction(async (tx) => {
      const again = await read(deps, tx, owner, 'lock');
      if (again.state !== 'found') return again;
      if (!mustRenew(deps, again.credential, reject?.credential ?? null)) return ready(again);
      return renew(deps, tx, again, reject?.as ?? 'expired');
    });
  };
}

type Found = {
  readonly state: 'found';
  readonly account: AccountRow;
  readonly credential: Credential;
  readonly version: number;
};

async function read(
  deps: Deps,
  db: Database,
  owner: Owner,
  mode: 'lock' | 'read',
): Promise<Found | (OpenedCredential & { state: 'not_active' })> {
  // Locked first and read after: what another process changed while we waited is seen.
  const stored = await findCredential(db, owner, mode);
  const account = await findAccount(db, owner.projectId, owner.accountId);
  if (account?.status !== 'active' || !stored) {
    const reason = account?.statusReason ? ` (${account.statusReason})` : '';
    return {
      state: 'not_active',
      message: `The account is ${account?.status ?? 'gone'}${reason}. Connect it again to publish.`,
    };
  }
  return {
    state: 'found',
    account,
    credential: unsealCredential(deps, { ...owner, version: stored.version }, stored),
    version: stored.version,
  };
}

function mustRenew(deps: Deps, credential: Credential, rejected: Credential | null): boolean {
  if (rejected) return rejected.accessToken.reveal() === credential.accessToken.reveal();
  return credential.expiresAt !== null && credential.expiresAt - deps.clock.now() < REFRESH_AHEAD_MS;
}

async function renew(deps: Deps, tx: Database, found: Found, endsAs: 'expired' | 'revoked'): Promise<OpenedCredential> {
  const { account, credential } = found;
  const refresh = deps.networks.adapterOf(account.platform)?.connect.refresh;
  const owner = { projectId: account.projectId, accountId: account.id };
  try {
    if (!refresh)
      throw new NetworkError({
        code: 'credential_rejected',
        outcome: 'rejected',
        message: 'This network does not renew credentials.',
      });
    const io = { http: deps.http, clock: deps.clock, signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS) };
    const renewed = await refresh(io, credential);
    const version = found.version + 1;
    await putCredential(tx, owner, sealCredential(deps, { ...owner, version }, renewed));
    return ready({ ...found, credential: renewed });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (error.code !== 'credential_rejected') {
      // Anything temporary changes nothing: what is not yet over may still serve.
      if (credential.expiresAt === null || credential.expiresAt > deps.clock.now()) return ready(found);
      return { state: 'unavailable', error };
    }
    return end(deps, tx, account, error.facts.credential ?? endsAs);
  }
}

async function end(
  deps: Deps,
  tx: Database,
  account: AccountRow,
  as: 'expired' | 'revoked',
): Promise<OpenedCredential> {
  const to = nextAccountStatus(account.status, as === 'revoked' ? 'removed_by_user' : 'credential_lapsed');
  const reason = to === 'revoked' ? 'revoked_by_user' : 'refresh_rejected';
  await changeAccountStatus(tx, { projectId: account.projectId, id: account.id, from: ['active'], to, reason });
  if (to === 'revoked') await deleteCredential(tx, { projectId: account.projectId, accountId: account.id });
  deps.log.info({ projectId: account.projectId, accountId: account.id, to, reason }, 'account lost its credential');
  return { state: 'not_active', message: `The account is ${to} (${reason}). Connect it again to publish.` };
}

function ready(found: Found): OpenedCredential {
  const { platformUserId, username } = found.account;
  return { state: 'open', credential: found.credential, account: { platformUserId, username, otherIds: [] } };
}
