import type { Answer } from '@fanfare/network';
import { ERROR_ROWS } from '../src/error-rows.ts';
import type { Purpose } from '../src/purpose.ts';
import { ENGAGEMENT } from './documented-engagement-answers.ts';

export function answer(status: number, body: unknown): Answer {
  const html = typeof body === 'string';
  return { status, headers: {}, text: html ? body : JSON.stringify(body), json: html ? undefined : body };
}

export const HTML = '<!DOCTYPE html><html><body>Request denied</body></html>';
export const duplicate = {
  errorDetailType: 'com.linkedin.common.error.BadRequest',
  message: 'Content is a duplicate of urn:li:share:7141',
  errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }] },
  status: 422,
};
export const coded = (status: number, code: string) => ({ status, code, message: `${code} in a sentence` });
export const throttle = (words: string) => ({
  status: 429,
  serviceErrorCode: 101,
  code: 'TOO_MANY_REQUESTS',
  message: `Resource level throttle ${words}limit for calls to this resource is reached.`,
});

/** Every answer LinkedIn documents or was seen to give, and its result. */
export const DOCUMENTED: readonly (readonly [on: Purpose, status: number, body: unknown, row: string, code: string])[] =
  [
    ...ENGAGEMENT,
    [
      'api',
      401,
      {
        status: 401,
        serviceErrorCode: 65602,
        code: 'EXPIRED_ACCESS_TOKEN',
        message: 'The token used in the request has expired',
      },
      'token_expired',
      'credential_rejected',
    ],
    ['api', 401, { status: 401, serviceErrorCode: 65602 }, 'token_expired', 'credential_rejected'],
    ['api', 401, { status: 401, code: 'EXPIRED_ACCESS_TOKEN' }, 'token_expired', 'credential_rejected'],
    [
      'api',
      401,
      {
        status: 401,
        serviceErrorCode: 65601,
        code: 'REVOKED_ACCESS_TOKEN',
        message: 'The token used in the request has been revoked by the user',
      },
      'token_revoked',
      'credential_rejected',
    ],
    [
      'api',
      401,
      { status: 401, serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' },
      'token_invalid',
      'credential_rejected',
    ],
    [
      'api',
      401,
      { status: 401, serviceErrorCode: 65608, code: 'RESTRICTED_MEMBER' },
      'member_restricted',
      'account_restricted',
    ],
    [
      'api',
      401,
      { message: 'Empty oauth2_access_token', serviceErrorCode: 401, status: 401 },
      'token_empty',
      'internal_error',
    ],
    ['api', 401, coded(401, 'EMPTY_ACCESS_TOKEN'), 'token_empty', 'internal_error'],
    ['api', 401, { status: 401, message: 'Unauthorized' }, 'unauthorized', 'credential_rejected'],
    ['api', 401, HTML, 'refused_in_between', 'network_unavailable'],
    [
      'api',
      403,
      {
        status: 403,
        serviceErrorCode: 100,
        code: 'ACCESS_DENIED',
        message: 'Not enough permissions to access: posts.CREATE.20260901',
      },
      'access_denied',
      'permission_missing',
    ],
    [
      'api',
      403,
      { serviceErrorCode: 100, message: 'Not enough permissions to access: GET /me', status: 403 },
      'access_denied',
      'permission_missing',
    ],
    [
      'api',
      403,
      {
        status: 403,
        message: 'Accessing this video resource is forbidden. Please check your permissions for this resource',
      },
      'access_denied',
      'permission_missing',
    ],
    [
      'api',
      403,
      {
        status: 403,
        message:
          'Field Value validation failed in REQUEST_BODY: Data Processing Exception while processing fields [/author]',
      },
      'author_refused',
      'permission_missing',
    ],
    ['api', 403, HTML, 'access_denied', 'permission_missing'],
    [
      'api',
      400,
      { status: 400, message: 'Organization permissions must be used when using organization as author' },
      'page_permission_missing',
      'permission_missing',
    ],
    [
      'api',
      400,
      { status: 400, message: 'Organization Or Events permissions must be used when using organization as author' },
      'page_permission_missing',
      'permission_missing',
    ],
    ['api', 422, duplicate, 'duplicate_post', 'duplicate_content'],
    [
      'api',
      422,
      { status: 422, message: 'Content is a duplicate of urn:li:share:7141' },
      'duplicate_post',
      'duplicate_content',
    ],
    [
      'api',
      422,
      { status: 422, message: 'ERROR :: /author :: field is required but not found and has no default value' },
      'schema_field_required',
      'internal_error',
    ],
    ['api', 422, coded(422, 'UNPROCESSABLE_ENTITY'), 'unprocessable', 'content_rejected'],
    ['api', 400, coded(400, 'ILLEGAL_ARGUMENT'), 'value_refused', 'content_rejected'],
    ['api', 400, coded(400, 'INVALID_VALUE_FOR_FIELD'), 'value_refused', 'content_rejected'],
    ['api', 400, coded(400, 'INVALID_VALUE_BLANK_FIELD'), 'value_refused', 'content_rejected'],
    ['api', 400, coded(400, 'INVALID_URN_TYPE'), 'schema_violation', 'internal_error'],
    ['api', 400, coded(400, 'INVALID_URN_ID'), 'schema_violation', 'internal_error'],
    ['api', 400, coded(400, 'MISSING_FIELD'), 'schema_violation', 'internal_error'],
    ['api', 400, coded(400, 'INVALID_IMAGE_ID'), 'media_id_refused', 'media_rejected'],
    ['api', 400, coded(400, 'INVALID_VIDEO_ID'), 'media_id_refused', 'media_rejected'],
    ['api', 400, coded(400, 'FIELD_LENGTH_TOO_LONG'), 'text_too_long', 'content_rejected'],
    ['api', 422, coded(422, 'FIELD_LENGTH_TOO_LONG'), 'text_too_long', 'content_rejected'],
    ['api', 400, coded(400, 'EXPIRED_UPLOAD_URL'), 'upload_expired', 'media_processing_failed'],
    ['api', 400, coded(400, 'UPDATING_ASSET_FAILED'), 'upload_expired', 'media_processing_failed'],
    ['api', 400, coded(400, 'MEDIA_ASSET_WAITING_UPLOAD'), 'media_not_ready', 'media_processing_timeout'],
    ['api', 400, coded(400, 'MEDIA_ASSET_PROCESSING'), 'media_not_ready', 'media_processing_timeout'],
    [
      'api',
      400,
      { message: 'The asset is in state MEDIA_ASSET_PROCESSING, try later' },
      'media_not_ready',
      'media_processing_timeout',
    ],
    ['api', 400, coded(400, 'MEDIA_ASSET_PROCESSING_FAILED'), 'media_processing_failed', 'media_processing_failed'],
    ['api', 404, { status: 404, code: 'NOT_FOUND', message: 'Could not find entity' }, 'not_found', 'content_rejected'],
    ['api', 409, coded(409, 'CONFLICT'), 'conflict', 'network_unavailable'],
    ['api', 413, HTML, 'too_large', 'media_rejected'],
    ['api', 421, {}, 'not_processed', 'network_unavailable'],
    ['api', 425, {}, 'not_processed', 'network_unavailable'],
    [
      'api',
      426,
      { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version 20250401 is not active' },
      'version_ended',
      'network_unavailable',
    ],
    ['api', 429, throttle('APPLICATION_AND_MEMBER DAY '), 'throttled_for_the_day', 'rate_limited'],
    ['api', 429, throttle('APPLICATION DAY '), 'throttled_for_the_day', 'rate_limited'],
    ['api', 429, throttle('MEMBER DAY '), 'throttled_for_the_day', 'rate_limited'],
    ['api', 429, throttle('DAY '), 'throttled_for_the_day', 'rate_limited'],
    ['api', 429, throttle(''), 'throttled', 'rate_limited'],
    ['api', 429, HTML, 'throttled', 'rate_limited'],
    ['api', 400, {}, 'refused', 'content_rejected'],
    ['api', 400, HTML, 'refused', 'content_rejected'],
    ['api', 418, null, 'refused', 'content_rejected'],
    ['api', 408, {}, 'server_fault', 'network_unavailable'],
    ['api', 500, coded(500, 'INTERNAL_SERVER_ERROR'), 'server_fault', 'network_unavailable'],
    ['api', 500, coded(500, 'ILLEGAL_ARGUMENT'), 'server_fault', 'network_unavailable'],
    ['api', 502, HTML, 'server_fault', 'network_unavailable'],
    ['api', 503, coded(503, 'SERVICE_UNAVAILABLE'), 'server_fault', 'network_unavailable'],
    ['api', 302, '', 'redirect', 'network_unavailable'],
    ['api', 999, HTML, 'bot_wall', 'network_unavailable'],
    ['api', 200, HTML, 'unexpected_answer', 'network_unavailable'],
    ['upload', 400, coded(400, 'EXPIRED_UPLOAD_URL'), 'upload_expired', 'media_processing_failed'],
    ['upload', 401, '', 'upload_refused', 'media_processing_failed'],
    ['upload', 401, { status: 401, serviceErrorCode: 65601 }, 'token_revoked', 'credential_rejected'],
    ['upload', 403, HTML, 'upload_refused', 'media_processing_failed'],
    ['upload', 404, '', 'upload_refused', 'media_processing_failed'],
    ['upload', 413, '', 'too_large', 'media_rejected'],
    ['upload', 503, '', 'server_fault', 'network_unavailable'],
    [
      'token',
      400,
      {
        error: 'invalid_grant',
        error_description: 'The provided authorization grant or refresh token is invalid, expired or revoked.',
      },
      'token_grant_refused',
      'credential_rejected',
    ],
    ['token', 401, { error: 'invalid_grant' }, 'token_grant_refused', 'credential_rejected'],
    [
      'token',
      400,
      {
        error: 'invalid_request',
        error_description:
          'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
      },
      'token_grant_refused',
      'credential_rejected',
    ],
    [
      'token',
      400,
      { error: 'invalid_request', error_description: 'A required parameter "refresh_token" is missing' },
      'token_request_malformed',
      'internal_error',
    ],
    ['token', 400, { error: 'unsupported_grant_type' }, 'token_grant_type_refused', 'internal_error'],
    [
      'token',
      401,
      { error: 'invalid_client', error_description: 'Client authentication failed' },
      'token_client_refused',
      'internal_error',
    ],
    ['token', 400, { error: 'unauthorized_client' }, 'token_client_refused', 'internal_error'],
    [
      'token',
      400,
      { error: 'unauthorized_scope_error', error_description: 'Scope "openid" is not authorized for your application' },
      'token_scope_refused',
      'permission_missing',
    ],
    ['token', 400, { error: 'something_new' }, 'token_call_refused', 'network_unavailable'],
    ['token', 401, HTML, 'token_call_refused', 'network_unavailable'],
    ['token', 429, {}, 'throttled', 'rate_limited'],
    ['token', 500, {}, 'server_fault', 'network_unavailable'],
    ['token', 503, { error: 'invalid_request' }, 'server_fault', 'network_unavailable'],
  ];

/** Source that documents a row of the table, when the row names it. */
export const sourceOf = (row: string): string | undefined => ERROR_ROWS.find(({ name }) => name === row)?.source;
