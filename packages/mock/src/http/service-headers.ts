import type { HttpAnswer } from './http-answer.ts';

/**
 * Headers of every answer: the defaults of Helmet 8, checked 2026-11. Without
 * `Strict-Transport-Security`, by which a browser would remember the host of a mock for a year.
 */
const SERVICE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** Adds the service's headers, unless a page set them, and the id of the request. */
export const withServiceHeaders = (answer: HttpAnswer, requestId: string): HttpAnswer => ({
  ...answer,
  headers: { ...SERVICE_HEADERS, ...answer.headers, 'x-request-id': requestId },
});
