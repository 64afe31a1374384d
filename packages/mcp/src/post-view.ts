import type { Post, Target } from '@fanfare/sdk';

/** A post for a model: every fact that it can act on, and nothing that is null. */
export const postView = (post: Post): Record<string, unknown> => ({
  ...present({
    id: post.id,
    status: post.status,
    content: post.content,
    media: post.media.length > 0 ? post.media : null,
    createdAt: post.createdAt,
    publishAt: post.publishAt,
    cancelledAt: post.cancelledAt,
  }),
  targets: post.targets.map(targetView),
});

const targetView = (target: Target): Record<string, unknown> =>
  present({
    id: target.id,
    accountId: target.accountId,
    platform: target.platform,
    status: target.status,
    url: target.url,
    platformPostId: target.platformPostId,
    publishedAt: target.publishedAt,
    error: target.errorDetail && {
      ...present({ ...target.errorDetail }),
      mayBeLive: target.errorDetail.code === 'outcome_unknown',
    },
    commentStatus: target.commentStatus === 'none' ? null : target.commentStatus,
    commentError: target.commentError,
    thread: target.thread,
    firstComments: target.firstComments,
    unpublishedAt: target.unpublishedAt,
    unpublishError: target.unpublishError,
    warnings: target.warnings.length > 0 ? target.warnings : null,
  });

const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** Describes a post in our words: names and texts from outside stand in the data only. */
export function describePost(post: Post): string {
  const { id, targets } = post;
  if (post.status === 'cancelled') return `${id} was cancelled; nothing of it is published.`;
  if (post.status === 'scheduled')
    return `${id} is scheduled for ${post.publishAt} on ${namesOf(targets)}. cancel_post cancels it.`;
  const published = targets.filter(({ status }) => status === 'published');
  const pending = targets.filter(({ status }) => status === 'pending');
  const sentences = [
    published.length > 0 && `Published on ${namesOf(published)}.`,
    pending.length > 0 && `Still being published on ${namesOf(pending)}: call get_post with ${id} in ten seconds.`,
    ...targets.map(describeFailure),
    ...targets.map(describeLosses),
    targets.some(canRetry) && `retry_failed with ${id} sends what failed again, once its cause is gone.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

const canRetry = ({ errorDetail }: Target): boolean =>
  errorDetail !== null && errorDetail.code !== 'outcome_unknown' && errorDetail.code !== 'cancelled';

function describeFailure({ platform, accountId, errorDetail }: Target): string | null {
  if (errorDetail === null) return null;
  if (errorDetail.code === 'outcome_unknown')
    return `${platform} (${accountId}): outcome_unknown. The post MAY BE LIVE. Do not send it again before a person has looked at the account on ${platform}.`;
  return `${platform} (${accountId}) failed: ${errorDetail.code}. ${errorDetail.remedy}`;
}

/** Names what was asked for and is missing from a post that is live. */
function describeLosses({ platform, commentStatus, commentError, warnings }: Target): string | null {
  const losses = [
    commentStatus === 'unsupported' && 'it has no first comments, so yours was not posted',
    commentStatus === 'failed' && `the first comment failed (${commentError?.split(':')[0]})`,
    ...warnings.map(({ code, message }) => `${code}: ${message}`),
  ].filter(Boolean);
  return losses.length === 0 ? null : `Note on ${platform}: ${losses.join('; ')}`.replace(/\.?$/, '.');
}

const namesOf = (targets: readonly Target[]): string => targets.map(({ platform }) => platform).join(', ');
