import type { Purpose } from '../src/purpose.ts';

const notReady = {
  message:
    'java.util.concurrent.ExecutionException: com.linkedin.restli.client.RestLiResponseException: Response status 404, serviceErrorMessage: Received error for urn:li:ugcPost:7 from domain authorization endpoint: 404',
  status: 404,
};
const denied = (resource: string) => ({
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message: `Not enough permissions to access: ${resource}.20260901`,
});

/** Refusals of comments and of reads of counts. */
export const ENGAGEMENT: readonly (readonly [on: Purpose, status: number, body: unknown, row: string, code: string])[] =
  [
    ['comment', 404, notReady, 'comment_too_early', 'network_unavailable'],
    ['comment', 400, { status: 400, message: 'Unable to obtain activity' }, 'comment_too_early', 'network_unavailable'],
    ['comment', 403, denied('socialActions.CREATE'), 'comment_not_permitted', 'permission_missing'],
    ['comment', 404, { status: 404, message: 'Could not find entity' }, 'comment_post_gone', 'content_rejected'],
    ['comment', 400, { status: 400, code: 'FIELD_LENGTH_TOO_LONG' }, 'text_too_long', 'content_rejected'],
    [
      'comment',
      400,
      { status: 400, message: 'Organization permissions must be used when using organization as author' },
      'page_permission_missing',
      'permission_missing',
    ],
    ['comment', 401, { status: 401, serviceErrorCode: 65602 }, 'token_expired', 'credential_rejected'],
    ['comment', 401, { status: 401 }, 'unauthorized', 'credential_rejected'],
    ['comment', 409, { status: 409, code: 'CONFLICT' }, 'conflict', 'network_unavailable'],
    ['comment', 422, { status: 422, message: 'no' }, 'comment_refused', 'content_rejected'],
    ['delete', 404, { status: 404, message: 'Could not find entity' }, 'delete_post_gone', 'content_rejected'],
    ['delete', 403, denied('posts.DELETE'), 'access_denied', 'permission_missing'],
    ['delete', 400, { status: 400, message: 'no' }, 'delete_refused', 'content_rejected'],
    ['metrics', 403, denied('socialActions.GET'), 'metrics_not_permitted', 'permission_missing'],
    ['metrics', 404, { status: 404, message: 'Could not find entity' }, 'metrics_post_gone', 'content_rejected'],
    ['metrics', 400, { status: 400, message: 'no' }, 'metrics_refused', 'internal_error'],
    ['metrics', 401, { status: 401, serviceErrorCode: 65601 }, 'token_revoked', 'credential_rejected'],
  ];
