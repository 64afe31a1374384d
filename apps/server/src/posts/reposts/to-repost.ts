import type { AccountRepost, Platform } from '@fanfare/contract';
import { toPublicId } from '../../process/ids.ts';
import type { RepostOutcome } from './make-reposts.ts';

export function toRepost(
  account: { readonly accountId: string; readonly platform: Platform },
  outcome: RepostOutcome,
): AccountRepost {
  return {
    accountId: toPublicId('acc', account.accountId),
    platform: account.platform,
    ...outcome,
    repostedAt: outcome.repostedAt?.toISOString() ?? null,
  };
}
