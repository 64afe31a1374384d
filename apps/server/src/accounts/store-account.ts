import type { Platform } from '@fanfare/contract';
import type { Clock, Credential, HubSite, Profile } from '@fanfare/network';
import type { Database } from '../db/database.ts';
import type { Ids } from '../process/ids.ts';
import { type AccountRow, recordPlatformUsers, upsertAccount } from './accounts.table.ts';
import type { KeyRing } from './credentials/key-ring.ts';
import { storeCredential } from './credentials/store-credential.ts';

type Deps = { readonly ids: Ids; readonly clock: Clock; readonly keyRing: KeyRing };

/** A credential that a network granted. Accounts with the same `grantId` share it. */
export type Grant = { readonly credential: Credential; readonly grantId: string };

export type AccountToStore = {
  readonly projectId: string;
  readonly platform: Platform;
  readonly profileId: string | null;
  readonly profile: Profile;
  readonly hub: HubSite | null;
};

export type StoredAccount = {
  readonly account: AccountRow;
  /** False when the profile had an account already, which was reused. */
  readonly created: boolean;
  /** The grant that the account had before. */
  readonly replacedGrant: string | null;
};

/** Creates or reuses the account of a profile, with a new credential, in a transaction that has locked the workspace. */
export async function storeAccount(
  deps: Deps,
  tx: Database,
  { projectId, platform, profileId, profile, hub }: AccountToStore,
  grant: Grant,
): Promise<StoredAccount> {
  const { platformUserId, username, otherIds } = profile;
  const { account, created } = await upsertAccount(tx, {
    ...{ projectId, id: deps.ids.uuid(), platform, profileId, platformUserId, username, hub },
  });
  const owner = { projectId, accountId: account.id };
  const replacedGrant = await storeCredential(storing(deps), tx, owner, grant);
  await recordPlatformUsers(tx, account, [platformUserId, ...otherIds]);
  return { account, created, replacedGrant };
}

export const storing = (deps: Deps) => ({ keyRing: deps.keyRing, clock: deps.clock, randomBytes: deps.ids.secret });
