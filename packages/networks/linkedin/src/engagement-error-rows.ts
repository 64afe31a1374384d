import type { LinkedinErrorRow } from './purpose.ts';

const MORE_PERMISSIONS =
  'Connect the account again and grant every permission LinkedIn lists. If that does not help, the LinkedIn app of this installation needs the Community Management API';

/**
 * Refusals of comments, deletions and counts (LinkedIn, Comments, Posts and Social Metadata API,
 * 2026-11).
 */
export const ENGAGEMENT_ERROR_ROWS: readonly LinkedinErrorRow[] = [
  {
    // LinkedIn's comments learn of a new post a little later than its posts.
    name: 'comment_too_early',
    on: ['comment'],
    when: [{ family: 4, text: /unable to obtain activity|ExecutionException/i }],
    source: 'gitroomhq/postiz-app issue 408, 2026-11',
    code: 'network_unavailable',
    message: 'LinkedIn does not know the new post well enough yet to take a comment.',
    remedy: 'Write the comment on linkedin.com.',
    retry: 2_000,
  },
  {
    // Older pages of LinkedIn let w_member_social comment, newer ones ask for w_member_social_feed.
    // The account itself is fine.
    name: 'comment_not_permitted',
    on: ['comment'],
    when: [{ status: [403] }],
    code: 'permission_missing',
    message: 'LinkedIn does not let this account comment.',
    remedy: `${MORE_PERMISSIONS} (w_member_social_feed, w_organization_social_feed).`,
  },
  {
    name: 'comment_post_gone',
    on: ['comment'],
    when: [{ status: [404] }],
    code: 'content_rejected',
    message: 'LinkedIn does not find the post to comment on.',
    remedy: 'Look at the post on linkedin.com: it may have been deleted.',
  },
  {
    // Not a failure: the post is not there any more. Documented as 204.
    name: 'delete_post_gone',
    on: ['delete'],
    when: [{ status: [404, 410], own: true }],
    code: 'content_rejected',
    message: 'LinkedIn no longer has this post.',
  },
  {
    // memberCreatorPostAnalytics says of a post that is gone only that it is none of the member's
    // own.
    name: 'metrics_not_permitted',
    on: ['metrics'],
    when: [{ status: [403] }],
    code: 'permission_missing',
    message:
      'LinkedIn does not let this account read the reactions to this post: a permission is missing, or the post was deleted.',
    remedy: `${MORE_PERMISSIONS} (r_organization_social_feed, r_member_postAnalytics).`,
  },
  {
    name: 'metrics_post_gone',
    on: ['metrics'],
    when: [{ status: [404, 410] }],
    code: 'content_rejected',
    message: 'LinkedIn no longer has this post: it was deleted.',
    remedy: 'Nothing can be read of a deleted post.',
  },
];

/** Rows for all refusals that no other row knows. */
export const ENGAGEMENT_FALLBACK_ROWS: readonly LinkedinErrorRow[] = [
  {
    name: 'comment_refused',
    on: ['comment'],
    when: [{ family: 4 }],
    code: 'content_rejected',
    message: 'LinkedIn refused the comment.',
  },
  {
    name: 'delete_refused',
    on: ['delete'],
    when: [{ family: 4 }],
    code: 'content_rejected',
    message: 'LinkedIn refused to delete the post.',
  },
  {
    name: 'metrics_refused',
    on: ['metrics'],
    when: [{ family: 4 }],
    code: 'internal_error',
    message: 'LinkedIn refused to let the reactions to this post be read.',
  },
];
