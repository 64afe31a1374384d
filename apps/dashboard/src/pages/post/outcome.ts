import type { Account, Post, Target } from '@fanfare/sdk';
import { relativeTime } from '../../frame/relative-time.ts';
import { networkName } from '../../icons/network-mark.tsx';
import { failedForContent } from '../../posts/failed-for-content.ts';
import { remedyOf, withoutCode } from '../../posts/remedies.ts';
import { mayBeLive } from '../../posts/status.tsx';

/** The result of a target: what is live and what is not, then what to do. */
export type Outcome = { readonly what: string; readonly next: string | null };

export function outcomeOf(target: Target, { status, publishAt }: Pick<Post, 'status' | 'publishAt'>): Outcome {
  if (mayBeLive(target))
    return {
      what: 'May be live: look before you send again.',
      next: `${networkName(target.platform)} did not say whether it took the post. Sending it again may publish it twice.`,
    };
  if (target.status === 'published') {
    if (target.unpublishedAt !== null)
      return {
        what: `Removed from ${networkName(target.platform)} ${relativeTime(new Date(target.unpublishedAt), new Date())}.`,
        next: null,
      };
    if (target.unpublishError !== null) return notRemoved(target);
    const what = `Live: published ${relativeTime(new Date(target.publishedAt), new Date())}.`;
    return target.commentStatus === 'failed'
      ? { what: `${what} Its first comment is not.`, next: withoutCode(target.commentError) }
      : { what, next: null };
  }
  if (target.status === 'failed') {
    const { code, message, networkMessage } = target.errorDetail;
    if (code === 'cancelled') return { what: 'Not published: the post was cancelled.', next: null };
    const said = networkMessage && `${networkName(target.platform)} said “${networkMessage}”`;
    return {
      what: `Not published. ${message}`,
      next: [said, remedyOf(target.errorDetail)].filter(Boolean).join(' ') || null,
    };
  }
  // The post is out, and its comment is not yet.
  if (target.publishedAt !== null) return { what: 'Live. The first comment is being published.', next: null };
  if (status === 'scheduled' && publishAt !== null)
    return { what: `Goes out ${relativeTime(new Date(publishAt), new Date())}.`, next: null };
  return { what: 'Being published. You may close this page.', next: null };
}

/** The removal of a published target that failed, or may have worked. */
function notRemoved({ unpublishError }: Target): Outcome {
  const isUnsure = unpublishError?.startsWith('outcome_unknown:');
  return {
    what: isUnsure ? 'May be removed: the network did not say.' : 'Live: it could not be removed.',
    next: withoutCode(unpublishError),
  };
}

const RECONNECT = ['account_not_active', 'credential_rejected', 'permission_missing'] as const;

/** Whether the account must be connected again before it can publish. */
export const needsReconnect = ({ errorDetail }: Target, account: Account | undefined): boolean =>
  errorDetail !== null &&
  !failedForContent({ errorDetail }) &&
  (RECONNECT.some((code) => code === errorDetail.code) ||
    (account !== undefined && account.status !== 'active' && errorDetail.code !== 'cancelled'));
