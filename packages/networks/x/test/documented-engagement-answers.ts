import { type DocumentedAnswer, invalid, problem, typed, versionOneError } from './documented-answer.ts';

const missing = {
  errors: [
    {
      value: '1',
      detail: 'Could not find tweet with id: [1].',
      title: 'Not Found Error',
      resource_type: 'tweet',
      parameter: 'id',
      resource_id: '1',
      type: 'https://api.twitter.com/2/problems/resource-not-found',
    },
  ],
};
const hidden = {
  errors: [
    {
      detail: 'Sorry, you are not authorized to see the Tweet with id: [1].',
      title: 'Authorization Error',
      type: 'https://api.twitter.com/2/problems/not-authorized-for-resource',
    },
  ],
};
const bare = problem(403, 'Forbidden', 'about:blank', 'Forbidden');

/**
 * Refusals of reposts and of reads of counts. A missing or hidden post may come with status 200.
 */
export const ENGAGEMENT_ANSWERS: readonly DocumentedAnswer[] = [
  // --- already reposted: two of the three forms; the third is a success ---
  {
    on: 'repost',
    status: 400,
    body: invalid('You cannot retweet a Tweet that you have already retweeted.'),
    row: 'already_reposted',
    code: 'duplicate_content',
  },
  {
    on: 'repost',
    status: 403,
    body: versionOneError(327, 'You have already retweeted this Tweet.'),
    row: 'already_reposted',
    code: 'duplicate_content',
  },
  {
    on: 'repost',
    status: 403,
    body: problem(403, 'You have already reposted this Post.'),
    row: 'already_reposted',
    code: 'duplicate_content',
  },

  // --- the post to delete ---
  { on: 'delete', status: 404, body: typed('resource-not-found'), row: 'delete_post_gone', code: 'content_rejected' },
  { on: 'delete', status: 200, body: missing, row: 'delete_post_gone', code: 'content_rejected' },
  { on: 'delete', status: 404, body: undefined, row: 'delete_refused', code: 'content_rejected' },

  // --- the post to repost ---
  { on: 'repost', status: 200, body: missing, row: 'repost_not_found', code: 'content_rejected' },
  { on: 'repost', status: 404, body: typed('resource-not-found'), row: 'repost_not_found', code: 'content_rejected' },
  { on: 'repost', status: 404, body: undefined, row: 'repost_not_found', code: 'content_rejected' },
  { on: 'repost', status: 400, body: missing, row: 'repost_not_found', code: 'content_rejected' },
  {
    on: 'repost',
    status: 404,
    body: versionOneError(34, 'Sorry, that page does not exist.'),
    row: 'repost_not_found',
    code: 'content_rejected',
  },
  {
    on: 'repost',
    status: 403,
    body: versionOneError(63, 'User has been suspended.'),
    row: 'repost_not_found',
    code: 'content_rejected',
  },
  {
    on: 'repost',
    status: 404,
    body: versionOneError(144, 'No status found with that ID.'),
    row: 'repost_not_found',
    code: 'content_rejected',
  },
  { on: 'repost', status: 200, body: hidden, row: 'repost_not_allowed', code: 'content_rejected' },
  {
    on: 'repost',
    status: 403,
    body: typed('not-authorized-for-resource'),
    row: 'repost_not_allowed',
    code: 'content_rejected',
  },
  {
    on: 'repost',
    status: 403,
    body: versionOneError(136, "You have been blocked from retweeting this user's tweets at their request."),
    row: 'repost_not_allowed',
    code: 'content_rejected',
  },
  {
    on: 'repost',
    status: 403,
    body: versionOneError(179, 'Sorry, you are not authorized to see this status.'),
    row: 'repost_not_allowed',
    code: 'content_rejected',
  },
  {
    on: 'repost',
    status: 403,
    body: versionOneError(328, 'Retweet is not permissible for this status.'),
    row: 'repost_not_allowed',
    code: 'content_rejected',
  },
  {
    on: 'repost',
    status: 403,
    body: problem(403, 'You have been blocked from reposting this post.'),
    row: 'repost_not_allowed',
    code: 'content_rejected',
  },
  { on: 'repost', status: 403, body: bare, row: 'repost_forbidden', code: 'content_rejected' },
  {
    on: 'repost',
    status: 400,
    body: invalid('The `tweet_id` query parameter value [x] is not valid'),
    row: 'repost_refused',
    code: 'content_rejected',
  },

  // --- the account and the app, as everywhere ---
  {
    on: 'repost',
    status: 401,
    body: problem(401, 'Unauthorized', 'about:blank', 'Unauthorized'),
    row: 'token_rejected',
    code: 'credential_rejected',
  },
  {
    on: 'repost',
    status: 403,
    body: versionOneError(64, 'Your account is suspended and is not permitted to access this feature.'),
    row: 'account_suspended',
    code: 'account_restricted',
  },
  {
    on: 'repost',
    status: 403,
    body: problem(403, 'You are not permitted to perform this action.'),
    row: 'repost_not_permitted',
    code: 'content_rejected',
  },
  { on: 'repost', status: 403, body: typed('client-forbidden'), row: 'client_forbidden', code: 'permission_missing' },
  {
    on: 'repost',
    status: 402,
    body: typed('credits-depleted'),
    row: 'credits_exhausted',
    code: 'network_credits_exhausted',
  },
  {
    on: 'repost',
    status: 429,
    body: versionOneError(88, 'Rate limit exceeded'),
    row: 'rate_limited',
    code: 'rate_limited',
  },
  { on: 'repost', status: 503, body: undefined, row: 'server_fault', code: 'network_unavailable' },

  // --- counts ---
  { on: 'metrics', status: 200, body: missing, row: 'metrics_post_gone', code: 'content_rejected' },
  { on: 'metrics', status: 404, body: typed('resource-not-found'), row: 'metrics_post_gone', code: 'content_rejected' },
  { on: 'metrics', status: 200, body: hidden, row: 'metrics_not_visible', code: 'content_rejected' },
  {
    on: 'metrics',
    status: 403,
    body: {
      ...problem(
        403,
        'When authenticating requests to the Twitter API v2 endpoints, you must use keys from a Project.',
      ),
      type: 'https://api.twitter.com/2/problems/client-forbidden',
      reason: 'client-not-enrolled',
    },
    row: 'metrics_plan_missing',
    code: 'permission_missing',
  },
  {
    on: 'metrics',
    status: 402,
    body: problem(402, 'No credits.', 'https://api.twitter.com/2/problems/credits', 'CreditsDepleted'),
    row: 'credits_exhausted',
    code: 'network_credits_exhausted',
  },
  { on: 'metrics', status: 429, body: typed('usage-capped'), row: 'usage_capped', code: 'rate_limited' },
  {
    on: 'metrics',
    status: 403,
    body: typed('not-authorized-for-field'),
    row: 'not_authorized',
    code: 'permission_missing',
  },
  {
    on: 'metrics',
    status: 401,
    body: problem(401, 'Unauthorized', 'about:blank', 'Unauthorized'),
    row: 'token_rejected',
    code: 'credential_rejected',
  },
];
