import type { Account, CreatePostRequest, Post, Target } from '@fanfare/sdk';

/** A remedy for a target that failed. */
export type NextStep =
  /** The same again may succeed. */
  | 'retry'
  /** Something about the post has to change first, or has changed about the account. */
  | 'edit'
  /** The account has to be connected again first. */
  | 'reconnect'
  /** The post may be live: whoever looks decides, and nothing here sends it again. */
  | 'look'
  | 'none';

const OF_THE_ACCOUNT = ['account_not_active', 'credential_rejected', 'permission_missing'];

export function nextStep(target: Target, post: Post, accounts: readonly Account[]): NextStep {
  if (target.status !== 'failed' || target.errorDetail.code === 'cancelled') return 'none';
  const { code, retryable } = target.errorDetail;
  if (code === 'outcome_unknown') return 'look';
  if (OF_THE_ACCOUNT.includes(code)) {
    const account = accounts.find(({ id }) => id === target.accountId);
    const wasMended = account?.status === 'active' && account.connectedAt > (post.publishAt ?? post.createdAt);
    return wasMended ? 'edit' : 'reconnect';
  }
  return retryable ? 'retry' : 'edit';
}

/**
 * The request of a post: the one this page sent, else one made from the post, which lacks alt texts
 * and the overrides of single targets. Your app has the requests in its database.
 */
export function requestOf(post: Post, sent: ReadonlyMap<string, CreatePostRequest>): CreatePostRequest | null {
  const known = sent.get(post.id);
  if (known || post.media.length > 0) return known ?? null;
  return {
    content: post.content,
    platforms: post.targets.map(({ platform, accountId }) => ({ platform, accountId })),
  };
}
