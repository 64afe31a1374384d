import type { DocumentedError } from '@fanfare/network-conformance';
import { DOCUMENTED, sourceOf } from '@fanfare/network-linkedin/testing/documented';
import { controlOf } from './sandbox-network.ts';

type Kind = (typeof DOCUMENTED)[number][0];

const EDGES: Readonly<Record<Kind, readonly string[]>> = {
  api: ['publish'],
  comment: ['comment'],
  delete: ['unpublish'],
  metrics: ['metrics'],
  upload: ['upload'],
  token: ['exchange', 'refresh'],
};

const PAGES: Readonly<Record<Kind, string>> = {
  api: 'LinkedIn, Posts API and error handling, 2026-11',
  comment: 'LinkedIn, Comments API, 2026-11',
  delete: 'LinkedIn, Posts API, 2026-11',
  metrics: 'LinkedIn, Social Metadata API, 2026-11',
  upload: 'LinkedIn, Images API and Videos API, 2026-11',
  token: 'LinkedIn, Authorization code flow and Programmatic refresh tokens, 2026-11',
};

/** LinkedIn's answers to any call of its API, whatever its purpose. */
const LASTING = [
  ...['token_empty', 'token_expired', 'token_revoked', 'token_invalid', 'member_restricted', 'unauthorized'],
  ...['version_ended', 'throttled_for_the_day', 'redirect'],
];
/** A failed look at a video is repeated until the time for looking is up. */
const PASSING = ['refused_in_between', 'throttled', 'not_processed', 'server_fault'];
const EVERY_EDGE = ['publish', 'comment', 'metrics', 'finalize', 'profiles'];

/** Errors documented for one call alone, and errors of any call. */
function edgesOf(on: Kind, status: number, body: unknown, row: string): readonly string[] {
  if (on === 'api' && row === 'upload_expired') return ['finalize'];
  if (on === 'api' && LASTING.includes(row)) return [...EVERY_EDGE, 'video'];
  if (on === 'api' && PASSING.includes(row)) return EVERY_EDGE;
  return status === 403 && isAboutVideo(body) ? ['video'] : EDGES[on];
}

const isAboutVideo = (body: unknown): boolean => JSON.stringify(body)?.includes('video resource') ?? false;

function nameOf(status: number, body: unknown): string {
  if (typeof body === 'string') return body === '' ? `${status}` : `${status} and a page`;
  const given = JSON.stringify(body) ?? '';
  const names = [/"code":"(\w+)"/, /"error":"(\w+)"/, /"serviceErrorCode":(\d+)/, /"message":"([^"]+)"/];
  const found = names.map((name) => name.exec(given)?.[1]).filter((name) => name !== undefined);
  return found.slice(0, found[0] === 'TOO_MANY_REQUESTS' ? 3 : 1).join(', ') || `${status}`;
}

const answered = DOCUMENTED.filter(([, status]) => status !== 999).flatMap(([on, status, body, row, code]) =>
  edgesOf(on, status, body, row).map(
    (edge): DocumentedError => ({
      edge,
      documented: nameOf(status, body),
      status,
      body: body === null ? '' : body,
      source: sourceOf(row) ?? (isAboutVideo(body) || row === 'upload_expired' ? PAGES.upload : PAGES[on]),
      // Members may not read whether their video is processed: the adapter waits instead. A post
      // that is gone is what a deletion wants.
      becomes: isAboutVideo(body) || row === 'delete_post_gone' ? 'success' : (code as DocumentedError['becomes']),
    }),
  ),
);

type Provoked = readonly [
  edge: string,
  documented: string,
  status: number,
  control: string,
  body: Readonly<Record<string, unknown>>,
  becomes: DocumentedError['becomes'],
];

const ada = { username: 'ada' };

/** Refusals that the simulator itself can produce. */
const provoked: readonly Provoked[] = [
  ['publish', '999 and a page', 999, 'bot-wall', { times: 40 }, 'network_unavailable'],
  ['publish', 'REVOKED_ACCESS_TOKEN', 401, 'revoke-token', ada, 'credential_rejected'],
  ['publish', 'EXPIRED_ACCESS_TOKEN', 401, 'expire-tokens', ada, 'credential_rejected'],
  ['publish', 'RESTRICTED_MEMBER', 401, 'restrict', { ...ada, on: true }, 'account_restricted'],
  ['comment', 'REVOKED_ACCESS_TOKEN', 401, 'revoke-token', ada, 'credential_rejected'],
  ['metrics', 'REVOKED_ACCESS_TOKEN', 401, 'revoke-token', ada, 'credential_rejected'],
  ['refresh', 'refresh token revoked', 400, 'revoke-token', ada, 'credential_rejected'],
  ['refresh', 'refresh token past its end', 400, 'expire-tokens', { ...ada, refresh: true }, 'credential_rejected'],
  ['publish', 'ACCESS_DENIED', 403, 'scopes', { ...ada, scopes: ['openid', 'profile'] }, 'permission_missing'],
  ['comment', 'ACCESS_DENIED', 403, 'comment-scopes', { mode: 'new' }, 'permission_missing'],
  ['metrics', 'ACCESS_DENIED', 403, 'scopes', { ...ada, scopes: ['openid', 'profile'] }, 'permission_missing'],
  ['publish', 'NONEXISTENT_VERSION', 426, 'retire-version', { version: '202609' }, 'network_unavailable'],
  ['publish', 'DUPLICATE_POST', 422, 'ghost-duplicate', { times: 1 }, 'duplicate_content'],
  ['publish', 'TOO_MANY_REQUESTS, 101, DAY', 429, 'day-limit', { resource: 'posts', limit: 0 }, 'rate_limited'],
  ['comment', 'TOO_MANY_REQUESTS, 101, DAY', 429, 'day-limit', { resource: 'socialActions', limit: 0 }, 'rate_limited'],
  ['video', 'PROCESSING_FAILED', 200, 'processing', { outcome: 'error' }, 'media_processing_failed'],
  ['video', 'PROCESSING, for ever', 200, 'processing', { outcome: 'stuck' }, 'media_processing_timeout'],
];

/**
 * Every error LinkedIn documents or was seen to give, first as printed, then as the simulator
 * produces it.
 */
export const linkedinErrors: readonly DocumentedError[] = [
  ...answered,
  ...provoked.map(
    ([edge, documented, status, control, body, becomes]): DocumentedError => ({
      edge,
      documented,
      status,
      source: edge === 'refresh' ? PAGES.token : PAGES.api,
      becomes,
      provoke: async ({ testNetwork }) => void (await controlOf(testNetwork)(`/linkedin/${control}`, body)),
    }),
  ),
];
