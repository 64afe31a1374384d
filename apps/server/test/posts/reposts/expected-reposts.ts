import type { Account, AccountRepost, Target, TargetRepost } from '@fanfare/contract';
import { expect } from 'vitest';
import { MOMENT } from '../../expected-post.ts';

type RepostAccount = Pick<Account, 'id' | 'platform'>;

const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const failing = { platformRepostId: null, repostedAt: null } as const;

/** The outcome of an accepted repost, with the id from the network. */
export const repostedBy = (
  { id, platform }: RepostAccount,
  platformRepostId: string | null = matching(/^\d{10,19}$/),
): AccountRepost => ({
  accountId: id,
  platform,
  status: 'reposted',
  platformRepostId,
  error: null,
  repostedAt: MOMENT,
});

export const failedFor = ({ id, platform }: RepostAccount, error: string | RegExp): AccountRepost => ({
  accountId: id,
  platform,
  status: 'failed',
  error: typeof error === 'string' ? error : matching(error),
  ...failing,
});

export const unsupportedFor = ({ id, platform }: RepostAccount): AccountRepost => ({
  accountId: id,
  platform,
  status: 'unsupported',
  error: null,
  ...failing,
});

/** The same for a target and its account. */
export const ofTarget = (
  target: Target,
  outcome: (account: RepostAccount) => AccountRepost = (account) => repostedBy(account),
): TargetRepost => ({ targetId: target.id, ...outcome({ id: target.accountId, platform: target.platform }) });
