import type { CreateRepostBody, FieldError } from '@fanfare/contract';
import { type AdmissionAccount, findUnknownAccounts } from './admission.ts';
import { namePost, type PostNames } from './name-post.ts';
import { type Decision, refuseAll } from './refusal.ts';

/** The facts that a repost is judged by. */
type RepostContext<Account> = {
  /** The networks whose posts can be reposted. */
  readonly networks: readonly PostNames[];
  /** Accounts of the project by the id of the request. Others do not exist for the caller. */
  readonly accounts: ReadonlyMap<string, Account>;
};

/**
 * One `POST /reposts` before its quota: which post is meant, and the accounts that repost it, in
 * the order of the request. The order of refusals is the one of a publish: post, accounts,
 * platforms.
 *
 * @example
 * const judged = judgeRepost({ networks: [x], accounts }, body);
 * if (!judged.ok) return judged; // { ok: false, refusal: { code: 'account_not_found', … } }
 */
export function judgeRepost<Account extends AdmissionAccount>(
  context: RepostContext<Account>,
  body: Pick<CreateRepostBody, 'url' | 'platform' | 'platformPostId' | 'accountIds'>,
): Decision<{ readonly platformPostId: string; readonly accounts: readonly Account[] }> {
  const post = namePost(context.networks, body);
  if (!post.ok) return post;
  const { platform, platformPostId } = post;
  const unknown = findUnknownAccounts(context.accounts, body.accountIds, (i) => `accountIds[${i}]`);
  if (unknown.length > 0) return refuseAll('account_not_found', unknown);

  const accounts = body.accountIds.map((id) => context.accounts.get(id)!);
  const mismatched = accounts.flatMap((account, i): FieldError[] => {
    const accountId = body.accountIds[i]!;
    if (account.platform === platform) return [];
    const message = `Account ${accountId} is on ${account.platform}, but the post is on ${platform}.`;
    return [{ path: `accountIds[${i}]`, message, platform, accountId }];
  });
  if (mismatched.length > 0) return refuseAll('platform_mismatch', mismatched);
  return { ok: true, platformPostId, accounts };
}
