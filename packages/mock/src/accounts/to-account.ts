import type { Account, Hub } from '@fanfare/contract';
import { iso } from '../mock-state.ts';
import type { StoredAccount } from '../world.ts';

export function toAccount(account: StoredAccount): Account {
  const { id, platform, profileId, platformUserId, username, status, statusReason, connectedAtMs } = account;
  return {
    id,
    platform,
    ...(profileId !== null && { profileId }),
    platformUserId,
    username,
    status,
    statusReason,
    connectedAt: iso(connectedAtMs),
    ...(account.hub && { hub: toHub(account.hub) }),
  };
}

const toHub = ({ type, url, name, defaultSpaceSlug }: Hub): Hub => ({ type, url, name, defaultSpaceSlug });
