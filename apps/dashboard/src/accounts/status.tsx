import type { Account } from '@fanfare/sdk';
import { networkName } from '../icons/network-mark.tsx';
import { Badge, type Tone } from '../parts/badge.tsx';

type Words = {
  readonly label: string;
  readonly tone: Tone;
  /** Reason that it cannot publish; null while it can. */
  readonly why: string | null;
  readonly next: string | null;
};

const ACTIVE: Words = { label: 'Active', tone: 'good', why: null, next: null };

/** The state of an account: why it cannot publish, and what to do. */
export function wordsOf({ platform, platformUserId, status, statusReason, username }: Account): Words {
  if (status === 'active') return ACTIVE;
  const isHub = platform === 'hub';
  const network = isHub ? 'The hub' : networkName(platform);
  const isPage = platformUserId.startsWith('organization:');
  const again = isHub
    ? 'Reconnect it with a new key or connect code.'
    : `Reconnect it, signed in as ${isPage ? 'somebody who manages the page' : username}.`;
  const label = status === 'expired' ? 'Expired' : statusReason === 'disconnected' ? 'Disconnected' : 'Access revoked';
  const tone = statusReason === 'disconnected' ? 'plain' : 'bad';
  const why: Record<string, string> = {
    revoked_by_user: isHub
      ? 'The hub does not accept the key any more.'
      : `Access was taken back at ${network}, or the account was closed there.`,
    refresh_rejected: `${network} refused to renew the access. A changed password is a common reason.`,
    not_renewable: `The access has ended, and ${network} lets nobody renew it without you.`,
    refresh_outcome_lost: `${network} renewed the access, but its answer was lost on the way.`,
    disconnected: 'It was disconnected here, and its access was destroyed.',
  };
  return { label, tone, why: why[statusReason ?? ''] ?? `It cannot publish (${statusReason ?? status}).`, next: again };
}

export function AccountBadge({ account }: { readonly account: Account }) {
  const { label, tone } = wordsOf(account);
  return <Badge tone={tone}>{label}</Badge>;
}

const SOON_MS = 14 * 86_400_000;

/** Whether the owner has to connect the account again these days. */
export const endsSoon = (endsAt: string | null | undefined): endsAt is string =>
  !!endsAt && Date.parse(endsAt) - Date.now() < SOON_MS;
