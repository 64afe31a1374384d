import { allowsAccount, nextAccountStatus, planOf, takesPlace } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import type { Project, StoredAccount } from '../world.ts';
import { writeAccountStatus } from './account-events.ts';
import { countConnected } from './count-connected.ts';

/** A profile that was connected, and what its user granted. */
export type ConnectedProfile = Pick<
  StoredAccount,
  'platform' | 'profileId' | 'platformUserId' | 'username' | 'declined' | 'grant' | 'hub'
>;

/** Creates or reuses the account of a profile; null when the plan allows no further account. */
export function storeAccount(
  { world, clock, ids, events }: Pick<MockState, 'world' | 'clock' | 'ids' | 'events'>,
  project: Project,
  profile: ConnectedProfile,
): { readonly account: StoredAccount; readonly isNew: boolean } | null {
  const known = [...world.accounts.values()].find(
    ({ projectId, platform, platformUserId }) =>
      projectId === project.id && platform === profile.platform && platformUserId === profile.platformUserId,
  );
  if (takesPlace(known?.status ?? null) && !allowsAccount(planOf(project.plan), countConnected(world, project)))
    return null;
  if (known) {
    known.status = nextAccountStatus(known.status, 'reconnected');
    known.statusReason = null;
    known.username = profile.username;
    known.declined = profile.declined;
    known.grant = profile.grant;
    known.hub = profile.hub;
    known.profileId = profile.profileId ?? known.profileId;
    known.connectedAtMs = clock.now();
    writeAccountStatus({ events }, known);
    return { account: known, isNew: false };
  }
  const account: StoredAccount = {
    id: ids.typeId('acc'),
    projectId: project.id,
    ...profile,
    subscription: null,
    status: 'active',
    statusReason: null,
    connectedAtMs: clock.now(),
  };
  world.accounts.set(account.id, account);
  writeAccountStatus({ events }, account);
  return { account, isNew: true };
}
