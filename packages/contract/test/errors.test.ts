import { expect, test } from 'vitest';
import {
  docUrl,
  ErrorBodySchema,
  EXAMPLE_DOCS_URL,
  errorExample,
  REQUEST_ERROR_CODES,
  REQUEST_ERRORS,
  RESPONSE_HEADERS,
  TARGET_ERROR_CODES,
  TARGET_ERRORS,
  TargetErrorDetailSchema,
  targetDocUrl,
} from '../src/index.ts';

test('the request error codes and their statuses are these and no others', () => {
  expect(Object.fromEntries(REQUEST_ERROR_CODES.map((code) => [code, REQUEST_ERRORS[code].status]))).toEqual({
    invalid_request: 400,
    platform_mismatch: 400,
    invalid_post: 400,
    hub_url_not_allowed: 400,
    hub_auth_failed: 400,
    connect_code_invalid: 400,
    space_not_found: 400,
    hub_not_supported: 400,
    webhook_url_not_allowed: 400,
    media_unreachable: 400,
    unauthorized: 401,
    insufficient_scope: 403,
    account_limit_reached: 403,
    webhook_limit_reached: 403,
    draft_limit_reached: 403,
    storage_exceeded: 403,
    account_not_found: 404,
    not_found: 404,
    method_not_allowed: 405,
    not_cancellable: 409,
    not_published: 409,
    account_not_active: 409,
    upload_incomplete: 409,
    upload_closed: 409,
    media_in_use: 409,
    draft_conflict: 409,
    draft_published: 409,
    rotation_in_progress: 409,
    webhook_exists: 409,
    webhook_disabled: 409,
    payload_too_large: 413,
    headers_too_large: 431,
    unsupported_media_type: 415,
    quota_exceeded: 429,
    rate_limited: 429,
    internal_error: 500,
    hub_unreachable: 502,
    hub_error: 502,
    unavailable: 503,
  });
});

test('the target error codes are these and no others', () => {
  expect(TARGET_ERROR_CODES).toEqual([
    'account_not_active',
    'media_processing_timeout',
    'outcome_unknown',
    'worker_lost',
    'cancelled',
    'rate_limited',
    'duplicate_content',
    'content_rejected',
    'media_rejected',
    'media_unreachable',
    'media_processing_failed',
    'permission_missing',
    'credential_rejected',
    'account_restricted',
    'account_deleted',
    'network_credits_exhausted',
    'network_unavailable',
    'space_not_found',
    'schedule_missed',
    'internal_error',
  ]);
});

test('outcome_unknown is the only failure under which a post may be live, and it is not to be repeated blindly', () => {
  expect(TARGET_ERROR_CODES.filter((code) => TARGET_ERRORS[code].mayBeLive)).toEqual(['outcome_unknown']);
  expect(TARGET_ERRORS.outcome_unknown.retryable).toBe(false);
});

test('every code is explained in whole sentences that fit an errorDetail', () => {
  for (const { meaning, remedy } of [...Object.values(REQUEST_ERRORS), ...Object.values(TARGET_ERRORS)]) {
    for (const sentence of [meaning, remedy]) {
      expect(sentence).toMatch(/^[A-Z`].*\.$/);
      expect(sentence.length).toBeLessThanOrEqual(500);
    }
  }
});

test('request and target codes of one name have anchors of their own', () => {
  expect(docUrl('https://example.com/docs', 'rate_limited')).toBe('https://example.com/docs/errors#rate_limited');
  expect(targetDocUrl('https://example.com/docs', 'rate_limited')).toBe(
    'https://example.com/docs/errors#target-rate_limited',
  );
});

test('an error body keeps the details of every kind whole', () => {
  const body = {
    error: {
      code: 'invalid_post',
      message: 'm',
      requestId: 'r',
      details: [
        { path: 'platforms[0]', platform: 'x', accountId: 'a', rule: 'targets.duplicate', message: 'm' },
        { path: 'p', platform: 'x', accountId: 'a', rule: 'x.text.max_length', message: 'm', limit: 280, actual: 281 },
        { limit: 100, used: 96, reserved: 3, requested: 2, resetsAt: '2026-12-01T00:00:00.000Z' },
        { path: 'platforms[0].platform', platform: 'threads', accountId: 'a', message: 'm' },
        { path: 'content', message: 'm' },
      ],
      docUrl: docUrl(EXAMPLE_DOCS_URL, 'invalid_post'),
    },
  };
  expect(ErrorBodySchema.parse(body)).toEqual(body);
});

test('an errorDetail has at most 500 characters per text', () => {
  const detail = {
    code: 'content_rejected',
    message: 'm'.repeat(500),
    retryable: false,
    networkCode: 'c'.repeat(500),
    networkMessage: null,
    mediaIndex: 0,
    remedy: null,
  };
  expect(TargetErrorDetailSchema.parse(detail)).toEqual(detail);
  expect(TargetErrorDetailSchema.safeParse({ ...detail, networkCode: 'c'.repeat(501) }).success).toBe(false);
});

test('the request id of every example is like those the service makes', () => {
  const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(RESPONSE_HEADERS['X-Request-Id'].example).toMatch(UUID_V7);
  for (const code of REQUEST_ERROR_CODES) expect(errorExample(code).value.error.requestId).toMatch(UUID_V7);
});
