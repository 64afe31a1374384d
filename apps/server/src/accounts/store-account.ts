import type { Clock, Credential, Profile } from '@fanfare/network';
import type { Database } from '../db/database.ts';
import type { Ids } from '../process/ids.ts';
import type { KeyRing } from '../process/key-ring.ts';
import { type AccountRow, type NewAccount, recordPlatformUsers, upsertAccount } from './accounts.table.ts';
import { storeCredential } from './credentials/store-credential.ts';

type Deps = { readonly ids: Ids; readonly clock: Clock; readonly keyRing: KeyRing };

/** A credential that a network granted. Accounts with the same `grantId` share it. */
export type Grant = { readonly credential: Credential; readonly grantId: string };

export type AccountToStore = Omit<NewAccount, 'id' | 'platformUserId' | 'username' | 'subscription'> & {
  readonly profile: Profile;
};

export type StoredAccount = {
  readonly account: AccountRow;
  /** False when an account of the profile was reused. */
  readonly created: boolean;
  /** The earlier grant of the account. */
  readonly replacedGrant: string | null;
};

/** Creates or reuses the account of a profile, in a transaction that has locked the workspace. */
export async function storeAccount(
  deps: Deps,
  tx: Database,
  { profile, ...toStore }: AccountToStore,
  grant: Grant,
): Promise<StoredAccount> {
  const { platformUserId, username, otherIds, subscription } = profile;
  const id = deps.ids.uuid();
  const { account, created } = await upsertAccount(tx, { ...toStore, id, platformUserId, username, subscription });
  const owner = { projectId: toStore.projectId, accountId: account.id };
  const replacedGrant = await storeCredential(storing(deps), tx, owner, grant);
  await recordPlatformUsers(tx, account, [platformUserId, ...otherIds]);
  return { account, created, replacedGrant };
}

export const storing = (deps: Deps) => ({ keyRing: deps.keyRing, clock: deps.clock, randomBytes: deps.ids.secret });
