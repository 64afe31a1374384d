import { httpErrorRows } from '@fanfare/network';
import { ACCESS_TOKEN_ERROR_ROWS } from './access-token-error-rows.ts';
import { ENGAGEMENT_ERROR_ROWS, ENGAGEMENT_FALLBACK_ROWS } from './engagement-error-rows.ts';
import { OAUTH_ERROR_ROWS } from './oauth-error-rows.ts';
import { API_CALLS, type LinkedinErrorRow } from './purpose.ts';

const HTTP = httpErrorRows('LinkedIn');
const RECONNECT_PAGE =
  'Connect the account again and grant every permission LinkedIn lists; the member must still be an administrator of the page.';
const SEND_AGAIN = 'Send the target again with a new idempotency key.';

/**
 * Everything LinkedIn is known to answer when it refuses a call. LinkedIn, Posts API, Videos API
 * and API error handling guides (learn.microsoft.com, checked 2026-11).
 */
export const ERROR_ROWS: readonly LinkedinErrorRow[] = [
  ...OAUTH_ERROR_ROWS,

  ...ACCESS_TOKEN_ERROR_ROWS,

  // --- permissions ---
  {
    // A 400, not a 403.
    name: 'page_permission_missing',
    when: [{ status: [400], text: /organization\b.*\bpermissions must be used/i }],
    source: 'jikig-ai/soleur issue 799, 2026-11',
    code: 'permission_missing',
    message: 'This account may not publish as the company page: the permission w_organization_social is missing.',
    remedy: RECONNECT_PAGE,
  },
  ...ENGAGEMENT_ERROR_ROWS,
  {
    name: 'author_refused',
    on: API_CALLS,
    when: [{ status: [403], text: /\bauthor\b/i }],
    source: 'PipedreamHQ/pipedream issue 17739, 2026-11',
    code: 'permission_missing',
    message: 'LinkedIn does not let this account publish as this author.',
    remedy: RECONNECT_PAGE,
  },
  {
    name: 'access_denied',
    on: API_CALLS,
    when: [{ status: [403] }],
    code: 'permission_missing',
    message: 'This account lacks a LinkedIn permission or the page role for this action.',
    remedy: RECONNECT_PAGE,
  },

  // --- content ---
  {
    // The URN it names may be of a post that no longer exists.
    name: 'duplicate_post',
    when: [
      { family: 4, codes: ['DUPLICATE_POST'] },
      { family: 4, text: /\b(?:Content is a duplicate of|Duplicate post is detected)\b/ },
    ],
    source: 'ComposioHQ/composio issue 2710, 2026-11',
    code: 'duplicate_content',
    message: 'LinkedIn refused the post as a duplicate of an earlier one by the same author.',
    remedy:
      'Change the text. LinkedIn keeps refusing the same text for a day or two, even after the earlier post is deleted.',
  },
  {
    name: 'text_too_long',
    when: [{ family: 4, codes: ['FIELD_LENGTH_TOO_LONG'] }],
    code: 'content_rejected',
    message: 'LinkedIn found a text too long.',
    remedy: 'Shorten the text.',
  },
  {
    name: 'schema_violation',
    when: [{ family: 4, codes: ['MISSING_FIELD', 'INVALID_URN_TYPE', 'INVALID_URN_ID'] }],
    code: 'internal_error',
    message: 'LinkedIn could not read the request of this service.',
  },
  {
    name: 'schema_field_required',
    when: [{ status: [400, 422], text: /ERROR :: .+ :: / }],
    code: 'internal_error',
    message: 'LinkedIn could not read the request of this service.',
  },
  {
    name: 'value_refused',
    when: [{ family: 4, codes: ['INVALID_VALUE_FOR_FIELD', 'INVALID_VALUE_BLANK_FIELD', 'ILLEGAL_ARGUMENT'] }],
    code: 'content_rejected',
    message: 'LinkedIn refused a value of the post or comment.',
  },

  // --- media ---
  {
    name: 'media_id_refused',
    when: [{ family: 4, codes: ['INVALID_IMAGE_ID', 'INVALID_VIDEO_ID'] }],
    code: 'media_rejected',
    message: 'LinkedIn does not accept an uploaded file of this post.',
    remedy: 'Check the file against the LinkedIn limits and send the target again with a new idempotency key.',
  },
  {
    name: 'media_processing_failed',
    when: [{ family: 4, codes: ['MEDIA_ASSET_PROCESSING_FAILED'] }],
    code: 'media_processing_failed',
    message: 'LinkedIn could not process the uploaded file.',
    remedy: 'Convert the file (MP4 with H.264 and AAC; JPEG, PNG or GIF) and send the target again.',
  },
  {
    name: 'media_not_ready',
    when: [{ family: 4, codes: ['MEDIA_ASSET_WAITING_UPLOAD', 'MEDIA_ASSET_PROCESSING'] }],
    code: 'media_processing_timeout',
    message: 'LinkedIn has not finished processing the uploaded file. Nothing was published.',
    retry: 3_000,
  },
  {
    // An address takes its file once. A part sent again because its answer was lost gets this, and
    // the whole upload starts again.
    name: 'upload_expired',
    when: [{ family: 4, codes: ['EXPIRED_UPLOAD_URL', 'UPDATING_ASSET_FAILED'] }],
    code: 'media_processing_failed',
    message: 'LinkedIn dropped the upload before it was complete. Nothing was published.',
    remedy: SEND_AGAIN,
    retry: 1_000,
  },
  {
    name: 'too_large',
    when: [{ status: [413] }],
    code: 'media_rejected',
    message: 'LinkedIn found the uploaded file too large.',
    remedy: 'Use a smaller file.',
  },

  // --- version, throttles, gateway ---
  {
    name: 'version_ended',
    when: [{ status: [426] }],
    source: 'LinkedIn, API versioning, 2026-11; n8n-io/n8n issues 14737, 28600',
    code: 'network_unavailable',
    message: 'LinkedIn no longer serves the API version this installation asks for.',
    remedy: 'Operator: configure an API version that LinkedIn serves. The accounts are fine.',
    operator: true,
  },
  {
    // "Resource level throttle APPLICATION_AND_MEMBER DAY limit …"; day counters start again at
    // 00:00 UTC (LinkedIn, rate limiting).
    name: 'throttled_for_the_day',
    when: [{ status: [429], text: /\bDAY\b/ }],
    source: 'LinkedIn, rate limits, 2026-11',
    code: 'rate_limited',
    message: 'The daily LinkedIn limit for this action is used up; it starts again at 00:00 UTC.',
    remedy: 'Send the target again after 00:00 UTC.',
    retry: 'reset',
  },
  {
    // LinkedIn sends no Retry-After and no rate headers.
    name: 'throttled',
    when: [{ status: [429] }],
    source: 'LinkedIn, rate limits, 2026-11',
    code: 'rate_limited',
    message: 'LinkedIn asks to slow down.',
    retry: 30_000,
  },
  {
    name: 'conflict',
    when: [{ status: [409] }],
    code: 'network_unavailable',
    message: 'LinkedIn was changing the same object at that moment.',
    retry: 2_000,
  },
  HTTP.notProcessed,
  {
    name: 'bot_wall',
    when: [{ status: [999] }],
    code: 'network_unavailable',
    message: 'LinkedIn took this installation for a robot and turned the call away.',
    remedy:
      'Operator: check the outgoing address of this installation; data centre addresses are turned away at times.',
    operator: true,
    retry: 5_000,
  },
  HTTP.serverFault,
  HTTP.redirect,

  // --- what is left ---
  {
    name: 'upload_refused',
    on: ['upload'],
    when: [{ family: 4 }],
    code: 'media_processing_failed',
    message: 'LinkedIn refused the file at its upload address. Nothing was published.',
    remedy: SEND_AGAIN,
  },
  {
    name: 'token_call_refused',
    on: ['token'],
    when: [{ family: 4 }],
    code: 'network_unavailable',
    message: 'LinkedIn refused the token request without a reason this version knows.',
  },
  ...ENGAGEMENT_FALLBACK_ROWS,
  {
    name: 'not_found',
    when: [{ status: [404] }],
    code: 'content_rejected',
    message: 'LinkedIn does not know something this post refers to.',
  },
  {
    name: 'unprocessable',
    when: [{ status: [422] }],
    code: 'content_rejected',
    message: 'LinkedIn understood the post and refused it.',
  },
  {
    name: 'refused',
    when: [{ family: 4 }],
    code: 'content_rejected',
    message: 'LinkedIn refused the post.',
  },
  {
    name: 'unexpected_answer',
    code: 'network_unavailable',
    message: 'LinkedIn answered in a form this version does not know.',
  },
];
