import type { ConnectedHub } from '@fanfare/hub';
import { type NetworkIo, storableId } from '@fanfare/network';
import { hubUserId, isSameHost } from '@fanfare/rules';
import type { Networks } from '../../config/networks.ts';
import type { Database } from '../../db/database.ts';
import { type AccountRow, listAccounts } from '../accounts.table.ts';

type Deps = { readonly db: Database; readonly networks: Pick<Networks, 'hub'> };

/** Limit of accounts to ask about; each is a call of the hub. */
const MOST_ASKED = 5;

/**
 * The account of the same hub user under another address of the hub: with a path, with `www.`.
 * Versions before November 2026 named hubs by the typed address. Active accounts come first.
 */
export async function findFormerAccount(
  { db, networks }: Deps,
  io: NetworkIo,
  projectId: string,
  { site, home, remoteId, platformUserId }: ConnectedHub,
): Promise<AccountRow | null> {
  const idAt = (url: string): string | null => storableId(hubUserId(remoteId, url));
  const hubs = await listAccounts(db, projectId, { platform: 'hub', includeRevoked: true });
  if (hubs.some((account) => account.platformUserId === platformUserId)) return null;
  const candidates = hubs
    .filter(
      ({ hub, platformUserId: id }) => hub?.type === site.type && id === idAt(hub.url) && isSameHost(hub.url, home),
    )
    .sort((a, b) => Number(b.status === 'active') - Number(a.status === 'active'));
  const same = candidates.find(({ hub }) => hub?.url === site.url);
  if (same) return same;
  for (const account of candidates.slice(0, MOST_ASKED)) {
    const said = account.hub && (await networks.hub.findHome(io, account.hub));
    if (said && idAt(said) === platformUserId) return account;
  }
  return null;
}
