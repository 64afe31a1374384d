import type { Account, Hub } from '@fanfare/contract';
import type { HubSite } from '@fanfare/network';
import { toPublicId } from '../process/ids.ts';
import type { AccountRow } from './accounts.table.ts';

export function toAccount(row: AccountRow): Account {
  return {
    id: toPublicId('acc', row.id),
    platform: row.platform,
    ...(row.profileId !== null && { profileId: row.profileId }),
    platformUserId: row.platformUserId,
    username: row.username,
    status: row.status,
    statusReason: row.statusReason,
    connectedAt: row.connectedAt.toISOString(),
    ...(row.hub && { hub: toHub(row.hub) }),
  };
}

const toHub = ({ type, url, name, defaultSpaceSlug }: HubSite): Hub => ({ type, url, name, defaultSpaceSlug });
