import type { Account } from '@fanfare/sdk';
import { networkName } from '../icons/network-mark.tsx';

/** Whether an account is a page on LinkedIn. */
export const isPage = ({ platform, platformUserId }: Pick<Account, 'platform' | 'platformUserId'>): boolean =>
  platform === 'linkedin' && platformUserId.startsWith('organization:');

/** The kind of an account: its network, on LinkedIn page or member, and the name of a hub. */
export function kindOf({
  platform,
  platformUserId,
  hub,
}: Pick<Account, 'platform' | 'platformUserId' | 'hub'>): string {
  if (platform === 'linkedin') return isPage({ platform, platformUserId }) ? 'LinkedIn page' : 'LinkedIn member';
  return hub?.name ?? networkName(platform);
}

/** The kind of an account, for where names of hubs stand beside those of networks. */
export const kindInRow = (account: Account): string =>
  account.hub ? `${networkName(account.platform)} ${account.hub.name}` : kindOf(account);

/** The part that tells equal names apart: profile id or end of the id; null where none is equal. */
export function distinctionOf(account: Account, accounts: readonly Account[]): string | null {
  const same = accounts.filter((one) => one.username === account.username && kindOf(one) === kindOf(account));
  if (same.length < 2) return null;
  const isOwn = same.filter(({ profileId }) => profileId === account.profileId).length === 1;
  return isOwn && account.profileId ? account.profileId : `…${account.id.slice(-4)}`;
}

/** An account of a target in one line, `LinkedIn page, Harbour Coffee`, or its id. */
export function nameInRow(
  { platform, accountId }: { readonly platform: string; readonly accountId: string },
  accounts: readonly Account[],
): string {
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) return `${networkName(platform)}, ${accountId}`;
  return [`${kindInRow(account)}, ${account.username}`, distinctionOf(account, accounts)].filter(Boolean).join(' ');
}
