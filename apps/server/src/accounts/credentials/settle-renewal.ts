import type { Credential } from '@fanfare/network';
import { nextAccountStatus } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { changeAccountStatus } from '../accounts.table.ts';
import { deleteCredential } from './credentials.table.ts';
import type { FoundCredential } from './read-credential.ts';
import { lockGrant, releaseRenewal } from './renewals.table.ts';
import { type StoreCredentialDeps, storeCredential } from './store-credential.ts';

/** Why an account is not active any more: its `statusReason`. */
export type EndReason =
  | 'revoked_by_user'
  | 'refresh_rejected'
  /** The credential expired and there is no refresh token. */
  | 'not_renewable'
  /** The network refused a renewal after the answer to an earlier one was lost: the credential of that answer is lost. */
  | 'refresh_outcome_lost';

/**
 * Stores a new credential for every account of the grant, even if the lease is lost: a granted credential counts more than any refusal, so an account that
 * expired meanwhile only because this answer was missing becomes active again. Returns false when the credential was replaced meanwhile.
 */
export async function storeRenewed(
  deps: StoreCredentialDeps,
  tx: Database,
  found: FoundCredential,
  credential: Credential,
): Promise<boolean> {
  const { owner } = found;
  const grant = await lockGrant(tx, owner);
  const own = grant?.members.find(({ accountId }) => accountId === owner.accountId);
  if (!grant || own?.version !== found.version) return false;
  for (const { accountId, status, statusReason } of grant.members) {
    const member = { projectId: owner.projectId, accountId };
    await storeCredential(deps, tx, member, { credential, grantId: grant.grantId });
    if (status === 'expired' && statusReason === ('refresh_outcome_lost' satisfies EndReason)) {
      await changeAccountStatus(tx, { ...idOf(member), from: ['expired'], to: 'active', reason: null });
    } else if (status !== 'active') {
      await releaseRenewal(tx, owner.projectId, [accountId], { renewAt: null, failed: false, inDoubt: false });
    }
  }
  return true;
}

/**
 * Ends every account of the grant, because they share the refused token. `token` is the lease under which the network was asked, or null if it was not
 * asked. Returns false when the credential was replaced, or another process is asking now.
 */
export async function endGrant(
  tx: Database,
  found: FoundCredential,
  end: { readonly token: number | null; readonly as: 'expired' | 'revoked'; readonly reason: EndReason },
): Promise<boolean> {
  const { owner } = found;
  const grant = await lockGrant(tx, owner);
  const own = grant?.members.find(({ accountId }) => accountId === owner.accountId);
  if (!grant || own?.version !== found.version || (end.token !== null && own.token !== end.token)) return false;
  for (const { accountId, status } of grant.members) {
    const member = { projectId: owner.projectId, accountId };
    const to = nextAccountStatus(status, end.as === 'revoked' ? 'removed_by_user' : 'credential_lapsed');
    await changeAccountStatus(tx, { ...idOf(member), from: ['active'], to, reason: end.reason });
    if (to === 'revoked') await deleteCredential(tx, member);
    else await releaseRenewal(tx, owner.projectId, [accountId], { renewAt: null, failed: false, inDoubt: false });
  }
  return true;
}

/** Records a failed attempt that changes no account. Returns false when the credential was replaced, or another process is asking now. */
export async function postponeRenewal(
  tx: Database,
  found: FoundCredential,
  attempt: { readonly token: number; readonly renewAt: Date; readonly inDoubt: boolean },
): Promise<boolean> {
  const { owner } = found;
  const grant = await lockGrant(tx, owner);
  const own = grant?.members.find(({ accountId }) => accountId === owner.accountId);
  if (!grant || own?.version !== found.version || own.token !== attempt.token) return false;
  const active = grant.members.filter(({ status }) => status === 'active').map(({ accountId }) => accountId);
  await releaseRenewal(tx, owner.projectId, active, { ...attempt, failed: true });
  return true;
}

const idOf = (member: { readonly projectId: string; readonly accountId: string }) => ({
  projectId: member.projectId,
  id: member.accountId,
});
