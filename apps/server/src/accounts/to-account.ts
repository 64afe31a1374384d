import type { Account, HubType } from '@fanfare/contract';
import { toPublicId } from '../ids.ts';
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
    ...(row.hub && { hub: { ...row.hub, type: row.hub.type as HubType } }),
  };
}
