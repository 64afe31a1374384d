import { nextAccountStatus } from '@fanfare/rules';
import { deleteCredential, findAccountCredentials } from '../credentials/credentials.table.ts';
import type { KeyRing } from '../credentials/key-ring.ts';
import { toProfileRef } from '../credentials/read-credential.ts';
import { lockGrant } from '../credentials/renewals.table.ts';
import { unsealCredential } from '../credentials/sealed-credential.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import { changeAccountStatus, findAccount } from './accounts.table.ts';
import { awaitPublicWrites } from './await-public-writes.ts';
import { type EndedGrant, revokeAtNetwork } from './revoke-at-network.ts';

type Deps = Parameters<typeof awaitPublicWrites>[0] &
  Parameters<typeof revokeAtNetwork>[0] & { readonly db: DatabasePool; readonly keyRing: KeyRing };

/**
 * Destroys an account's credential and keeps its row as `revoked`. After the commit no new network write can be recorded for it: each intent checks
 * the account under a lock. Waits until the writes in flight have ended, 10 s at most: nothing appears after the answer. Then the grant is revoked at the
 * network, unless another account still uses it (a LinkedIn member and their pages share one).
 * False when the project has no such account; true again when it was revoked before.
 */
export async function disconnectAccount(deps: Deps, projectId: string, id: string): Promise<boolean> {
  const owner = { projectId, accountId: id };
  const done = await deps.db.transaction(async (tx) => {
    // A call that disconnects another account of the grant waits here: one of the two is the last.
    const grant = await lockGrant(tx, owner);
    const account = await findAccount(tx, projectId, id);
    if (!account) return null;
    const ended = grant?.members.length === 1 ? await readEndedGrant(deps, tx, owner) : null;
    const to = nextAccountStatus(account.status, 'disconnected');
    await changeAccountStatus(tx, { projectId, id, from: ['active', 'expired'], to, reason: 'disconnected' });
    await deleteCredential(tx, owner);
    return { ended };
  });
  if (!done) return false;
  await awaitPublicWrites(deps, projectId, id);
  if (done.ended) await revokeAtNetwork(deps, done.ended);
  return true;
}

/** Null for a credential that no key opens any more; it is destroyed as well. */
async function readEndedGrant(
  deps: Deps,
  tx: Database,
  owner: { readonly projectId: string; readonly accountId: string },
): Promise<EndedGrant | null> {
  const [found] = await findAccountCredentials(tx, [owner]);
  if (!found?.credential) return null;
  const { account, credential: stored } = found;
  try {
    const { version } = stored;
    const credential = unsealCredential(deps, { ...owner, version }, stored);
    return { platform: account.platform, account: toProfileRef(account), credential };
  } catch (err) {
    deps.log.warn({ accountId: owner.accountId, err }, 'the credential of a disconnected account could not be opened');
    return null;
  }
}
