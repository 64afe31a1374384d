import {
  docUrl,
  type ErrorBody,
  type ErrorDetail,
  EXAMPLE_DOCS_URL,
  REQUEST_ERRORS,
  type RequestErrorCode,
} from './errors.ts';
import { type Example, example } from './example.ts';
import { exampleAccount, exampleXAccount } from './example-resources.ts';

const ERROR_DETAILS: Partial<Record<RequestErrorCode, ErrorDetail>> = {
  invalid_request: { path: 'platforms', message: 'Must have at least 1 entry.' },
  invalid_post: {
    path: 'platforms[1].content',
    platform: 'x',
    accountId: exampleXAccount.id,
    rule: 'x.text.max_weighted_length',
    message:
      'The text weighs 312 on X, where 280 is the limit of an account without X Premium (a link weighs 23, an emoji 2).',
    limit: 280,
    actual: 312,
  },
  hub_url_not_allowed: { path: 'hubUrl', message: 'Must be a public https address.' },
  space_not_found: { path: 'defaultSpaceSlug', message: 'The hub has no space with this slug.' },
  hub_not_supported: { path: 'hubUrl', message: 'This hub does not offer connect codes.' },
  webhook_url_not_allowed: { path: 'url', message: 'Must be a public https address.' },
  webhook_exists: { path: 'url', message: 'Must be another address than those of the other webhooks.' },
  account_not_found: {
    path: 'platforms[0].accountId',
    message: 'There is no such account in this project.',
    accountId: exampleAccount.id,
  },
  platform_mismatch: {
    path: 'platforms[0].platform',
    message: 'The account is on x, not on threads.',
    platform: 'threads',
    accountId: exampleXAccount.id,
  },
  quota_exceeded: { limit: 100, used: 96, reserved: 3, requested: 2, resetsAt: '2026-12-01T00:00:00.000Z' },
};

/** A valid error body for a code. */
export function errorExample(code: RequestErrorCode): Example<ErrorBody> {
  const detail = ERROR_DETAILS[code];
  return example(REQUEST_ERRORS[code].meaning, {
    error: {
      code,
      message: REQUEST_ERRORS[code].meaning,
      requestId: '01a1f95e-1fb9-77d2-87b7-3d6609ddfd01',
      ...(detail && { details: [detail] }),
      docUrl: docUrl(EXAMPLE_DOCS_URL, code),
    },
  });
}
