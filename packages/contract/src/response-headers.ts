import type { RouteName } from './route-names.ts';
import { notesOf } from './routes/notes.ts';

/** A response header: its sentence and an example of its value. */
export type ResponseHeader = { readonly description: string; readonly example: string };

export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'Id of this request: yours if it was well-formed. Include it when you ask for help.',
    example: '01a1f95e-1fb9-77d2-87b7-3d6609ddfd01',
  },
  'Cache-Control': {
    description: '`no-store`; for a post `private, no-cache`, so that you can use `If-None-Match`.',
    example: 'no-store',
  },
  ETag: { description: 'Version of the post; send it as `If-None-Match` when polling.', example: '"5f1c8b0e"' },
  RateLimit: {
    description:
      'What is left of the API key’s rate limit: `r` requests in the next `t` seconds. A refusal shows the limit that refused.',
    example: '"requests";r=598;t=42',
  },
  'RateLimit-Policy': {
    description:
      'The API key’s rate limit: `q` requests in `w` seconds. The limit of the project, `"project-requests"`, is shown when it refuses.',
    example: '"requests";q=600;w=60',
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', example: '12' },
  'Idempotency-Mismatch': {
    description:
      '`true` when the key was used before with another body; absent otherwise. The body is the original answer.',
    example: 'true',
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', example: 'Bearer' },
  Allow: { description: 'Methods that the path supports.', example: 'GET, POST' },
} as const satisfies Record<string, ResponseHeader>;

export type ResponseHeaderName = keyof typeof RESPONSE_HEADERS;

/**
 * Headers that an answer of this route with this status carries (`Idempotency-Mismatch` and, on
 * 429, `Retry-After` where they apply).
 *
 * @example
 * responseHeadersOf('posts.get', 304); // ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'ETag']
 */
export function responseHeadersOf(route: RouteName, status: number): readonly ResponseHeaderName[] {
  const names: ResponseHeaderName[] = ['X-Request-Id', 'Cache-Control'];
  if (status < 400 || status === 429) names.push('RateLimit', 'RateLimit-Policy');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 405) names.push('Allow');
  return [...names, ...(notesOf(route).answers[status]?.headers ?? [])];
}
