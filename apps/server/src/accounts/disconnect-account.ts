import { nextAccountStatus } from '@fanfare/rules';
import { deleteCredential } from '../credentials/credentials.table.ts';
import type { DatabasePool } from '../db/database.ts';
import { changeAccountStatus, findAccount } from './accounts.table.ts';

type Deps = { readonly db: DatabasePool };

/**
 * Destroys an account's credential and keeps its row as `revoked`. From the commit on no new network write can be recorded for it: each intent checks
 * the account under a lock. False when the project has no such account; true again when it was revoked before.
 */
export async function disconnectAccount(deps: Deps, projectId: string, id: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const account = await findAccount(tx, projectId, id);
    if (!account) return false;
    const to = nextAccountStatus(account.status, 'disconnected');
    await changeAccountStatus(tx, { projectId, id, from: ['active', 'expired'], to, reason: 'disconnected' });
    await deleteCredential(tx, { projectId, accountId: id });
    return true;
  });
}
