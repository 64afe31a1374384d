import { nextAccountStatus } from '@fanfare/rules';
import { changeAccountStatus, findAccount, isConnectedElsewhere } from '../accounts/accounts.table.ts';
import { deleteCredential } from '../accounts/credentials/credentials.table.ts';
import { lockGrant } from '../accounts/credentials/renewals.table.ts';
import { readGrant } from '../accounts/read-grant.ts';
import { type RevokeDeps, revokeAtNetwork } from '../accounts/revoke-at-network.ts';
import type { DatabasePool } from '../db/database.ts';
import type { KeyRing } from '../process/key-ring.ts';
import { awaitPublicWrites } from './await-public-writes.ts';

export type DisconnectDeps = RevokeDeps & { readonly db: DatabasePool; readonly keyRing: KeyRing };

/**
 * Deletes an account's credential and keeps its row as `revoked`. After the commit no new network
 * write can be recorded: each intent checks the account under a lock. Waits up to 10 s for writes
 * in flight, so that nothing appears after the answer. Then revokes the grant at the network,
 * unless another account still uses it, as a LinkedIn member and their pages do. Returns false when
 * the project has no such account, and true when it was revoked before.
 */
export async function disconnectAccount(deps: DisconnectDeps, projectId: string, id: string): Promise<boolean> {
  const owner = { projectId, accountId: id };
  const done = await deps.db.transaction(async (tx) => {
    // Serialises disconnects of one grant, so that one of them is the last.
    const grant = await lockGrant(tx, owner);
    const account = await findAccount(tx, projectId, id);
    if (!account) return null;
    const ended = grant?.members.length === 1 ? await readGrant(deps, tx, owner) : null;
    const to = nextAccountStatus(account.status, 'disconnected');
    await changeAccountStatus(tx, { projectId, id, from: ['active', 'expired'], to, reason: 'disconnected' });
    await deleteCredential(tx, owner);
    // A key from the user may be in use for another project of this installation.
    const isShared = account.hub !== null && !account.hub.isKeyOurs && (await isConnectedElsewhere(tx, account));
    return { ended: isShared ? null : ended };
  });
  if (!done) return false;
  await awaitPublicWrites(deps.db, projectId, id);
  if (done.ended) await revokeAtNetwork(deps, done.ended);
  return true;
}
