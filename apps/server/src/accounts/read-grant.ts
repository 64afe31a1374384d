import type { Database } from '../db/database.ts';
import type { KeyRing } from '../process/key-ring.ts';
import type { Logger } from '../process/log/log.ts';
import { findAccountCredentials } from './credentials/credentials.table.ts';
import { type Owner, toProfileRef } from './credentials/read-credential.ts';
import { unsealCredential } from './credentials/sealed-credential.ts';
import type { EndedGrant } from './revoke-at-network.ts';

type Deps = { readonly keyRing: KeyRing; readonly log: Logger };

/** The credential of an account before it is destroyed; null without one that a key opens. */
export async function readGrant(deps: Deps, tx: Database, owner: Owner): Promise<EndedGrant | null> {
  const [found] = await findAccountCredentials(tx, [owner]);
  if (!found?.credential) return null;
  const { account, credential: stored } = found;
  try {
    const { version } = stored;
    const credential = unsealCredential(deps, { ...owner, version }, stored);
    return { platform: account.platform, account: toProfileRef(account), credential };
  } catch (err) {
    deps.log.warn({ accountId: owner.accountId, err }, 'a credential that is to be destroyed could not be opened');
    return null;
  }
}
