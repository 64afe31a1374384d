import type { Credential } from '@fanfare/network';
import { nextAccountStatus } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { changeAccountStatus } from '../accounts.table.ts';
import { deleteCredential } from './credentials.table.ts';
import type { FoundCredential } from './read-credential.ts';
import { lockGrant, releaseRenewal } from './renewals.table.ts';
import { type StoreCredentialDeps, storeCredential } from './store-credential.ts';

/** The `statusReason` of an account whose credential ended. */
export type EndReason =
  | 'revoked_by_user'
  | 'refresh_rejected'
  /** It expired without a refresh token. */
  | 'not_renewable'
  /** The network refused a renewal after the answer to an earlier one was lost. */
  | 'refresh_outcome_lost';

/**
 * Stores a new credential for every account of the grant, even after the lease is lost: a grant
 * counts more than any refusal. An account that expired only because this answer was missing
 * becomes active again. False when the credential was replaced.
 */
export async function storeRenewed(
  deps: StoreCredentialDeps,
  tx: Database,
  found: FoundCredential,
  credential: Credential,
): Promise<boolean> {
  const grant = await lockFound(tx, found, null);
  if (!grant) return false;
  const { projectId } = found.owner;
  for (const { accountId, status, statusReason } of grant.members) {
    await storeCredential(deps, tx, { projectId, accountId }, { credential, grantId: grant.grantId });
    if (status === 'expired' && statusReason === ('refresh_outcome_lost' satisfies EndReason)) {
      await changeAccountStatus(tx, { projectId, id: accountId, from: ['expired'], to: 'active', reason: null });
    } else if (status !== 'active') {
      await releaseRenewal(tx, projectId, [accountId], { renewAt: null, failed: false, inDoubt: false });
    }
  }
  return true;
}

/**
 * Ends every account of the grant, as they share the refused token. `token` is the lease under
 * which the network was asked; null if it was not. False when the credential was replaced, or
 * another process is asking now.
 */
export async function endGrant(
  tx: Database,
  found: FoundCredential,
  end: { readonly token: number | null; readonly as: 'expired' | 'revoked'; readonly reason: EndReason },
): Promise<boolean> {
  const grant = await lockFound(tx, found, end.token);
  if (!grant) return false;
  const { projectId } = found.owner;
  for (const { accountId, status } of grant.members) {
    const to = nextAccountStatus(status, end.as === 'revoked' ? 'removed_by_user' : 'credential_lapsed');
    await changeAccountStatus(tx, { projectId, id: accountId, from: ['active'], to, reason: end.reason });
    if (to === 'revoked') await deleteCredential(tx, { projectId, accountId });
    else await releaseRenewal(tx, projectId, [accountId], { renewAt: null, failed: false, inDoubt: false });
  }
  return true;
}

/** Records a failed attempt. False when the credential or the lease was replaced. */
export async function postponeRenewal(
  tx: Database,
  found: FoundCredential,
  attempt: { readonly token: number; readonly renewAt: Date; readonly inDoubt: boolean },
): Promise<boolean> {
  const grant = await lockFound(tx, found, attempt.token);
  if (!grant) return false;
  const active = grant.members.filter(({ status }) => status === 'active').map(({ accountId }) => accountId);
  await releaseRenewal(tx, found.owner.projectId, active, { ...attempt, failed: true });
  return true;
}

/** Locks the grant of a credential. Null when the credential or the lease `token` was replaced. */
async function lockFound(tx: Database, { owner, version }: FoundCredential, token: number | null) {
  const grant = await lockGrant(tx, owner);
  const own = grant?.members.find(({ accountId }) => accountId === owner.accountId);
  return own?.version === version && (token === null || own.token === token) ? grant : null;
}
