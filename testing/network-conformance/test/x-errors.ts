import type { DocumentedError } from '@fanfare/network-conformance';
import { DOCUMENTED_ANSWERS, sourceOf } from '@fanfare/network-x/testing/documented';
import { controlOf } from './sandbox-network.ts';

type Answered = (typeof DOCUMENTED_ANSWERS)[number];

/** The edges for which a kind of answer is documented. */
const EDGES: Readonly<Record<Answered['on'], readonly string[]>> = {
  post: ['publish'],
  media: ['upload'],
  repost: ['repost'],
  delete: ['unpublish'],
  metrics: ['metrics'],
  read: ['profiles'],
  token: ['exchange', 'refresh'],
};

/** X's answers to any call, whatever its purpose. */
const ANYWHERE = [
  ...['server_fault', 'redirect', 'not_processed', 'usage_capped', 'credits_exhausted', 'client_forbidden'],
  ...[
    'app_permissions',
    'wrong_token_kind',
    'rate_limited',
    'token_rejected',
    'refused_in_between',
    'account_suspended',
    'account_locked',
  ],
];
const EVERY_EDGE = ['publish', 'upload', 'repost', 'metrics', 'profiles'];

const OAUTH = 'X, OAuth 2.0 Authorization Code Flow with PKCE, 2026-08';
const CODES = 'X, response codes and errors, 2026-08';
/** Their own name for it: a number, a type, else their words. */
function nameOf({ status, body }: Answered): string {
  const given = JSON.stringify(body) ?? '';
  const code = /"code":(\d+)/.exec(given)?.[1];
  if (code !== undefined) return `code ${code}`;
  const error = /"error":"(\w+)"/.exec(given)?.[1];
  const words = /"(?:message|error_description|detail)":"([^"]+)"/.exec(given)?.[1];
  if (error !== undefined) return words === undefined ? error : `${error}: ${words}`;
  const type = [...given.matchAll(/problems\/([\w-]+)"/g)]
    .map(([, name]) => name)
    .find((name) => name !== 'invalid-request');
  return type ?? words ?? `${status}`;
}

const answered = DOCUMENTED_ANSWERS.flatMap((answer) =>
  (answer.on === 'post' && ANYWHERE.includes(answer.row) ? EVERY_EDGE : EDGES[answer.on]).map(
    (edge): DocumentedError => ({
      edge,
      documented: nameOf(answer),
      status: answer.status,
      body: answer.body,
      source: sourceOf(answer.row) ?? (answer.on === 'token' ? OAUTH : CODES),
      // A repost that exists already, or a post that is gone already, is the requested state.
      becomes: ['already_reposted', 'delete_post_gone'].includes(answer.row) ? 'success' : answer.code,
    }),
  ),
);

type Provoked = readonly [
  edge: string,
  documented: string,
  status: number,
  control: string,
  body: (account: string) => Readonly<Record<string, unknown>>,
  becomes: DocumentedError['becomes'],
];

const POSTS = 'POST /2/tweets';

/** Refusals that the simulator itself can produce. */
const provoked: readonly Provoked[] = [
  ['publish', 'token revoked by the user', 401, 'revoke-token', (username) => ({ username }), 'credential_rejected'],
  ['publish', 'token past its end', 401, 'expire-tokens', (username) => ({ username }), 'credential_rejected'],
  ['refresh', 'refresh token revoked', 400, 'revoke-token', (username) => ({ username }), 'credential_rejected'],
  [
    'refresh',
    'refresh token past its end',
    400,
    'expire-tokens',
    (username) => ({ username, refresh: true }),
    'credential_rejected',
  ],
  ['publish', 'account suspended', 403, 'restrict', (username) => ({ username, on: true }), 'account_restricted'],
  ['upload', 'account suspended', 403, 'restrict', (username) => ({ username, on: true }), 'account_restricted'],
  ['repost', 'account suspended', 403, 'restrict', (username) => ({ username, on: true }), 'account_restricted'],
  ...(['credits-depleted', 'payment-required'] as const).map(
    (answer): Provoked => ['publish', answer, 402, 'credits', () => ({ usd: 0, answer }), 'network_credits_exhausted'],
  ),
  ['metrics', 'credits-depleted', 402, 'credits', () => ({ usd: 0 }), 'network_credits_exhausted'],
  ...(['problem', 'code-88', 'usage-capped'] as const).map(
    (answer): Provoked => [
      'publish',
      `rate limit (${answer})`,
      429,
      'rate-limit',
      (username) => ({ username, endpoint: POSTS, answer }),
      'rate_limited',
    ],
  ),
  ...(['client-not-enrolled', 'official-client-forbidden'] as const).map(
    (reason): Provoked => ['publish', reason, 403, 'client-forbidden', () => ({ reason }), 'permission_missing'],
  ),
  [
    'metrics',
    'client-not-enrolled',
    403,
    'client-forbidden',
    () => ({ reason: 'client-not-enrolled' }),
    'permission_missing',
  ],
  ['video', 'processing failed', 200, 'processing', () => ({ outcome: 'error' }), 'media_processing_failed'],
  ['video', 'processing never ends', 200, 'processing', () => ({ outcome: 'never' }), 'media_processing_timeout'],
];

/** Every error X documents, first as its pages print it, then as the simulator produces it. */
export const xErrors: readonly DocumentedError[] = [
  ...answered,
  ...provoked.map(
    ([edge, documented, status, control, body, becomes]): DocumentedError => ({
      edge,
      documented,
      status,
      source: edge === 'refresh' ? OAUTH : CODES,
      becomes,
      provoke: async ({ testNetwork, account }) =>
        void (await controlOf(testNetwork)(`/x/${control}`, body(account.username))),
    }),
  ),
];
