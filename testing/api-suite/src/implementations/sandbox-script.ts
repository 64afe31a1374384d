import type { OAuthPlatform, TargetErrorCode, TargetWarningCode } from '@fanfare/contract';

/** A control of the sandbox, and its body. */
export type SandboxCall = { readonly control: string; readonly body: Readonly<Record<string, unknown>> };

type Of = 'publish' | 'comment' | 'repost' | 'unpublish' | 'metrics';
type GraphError = { readonly code: number; readonly subcode?: number; readonly times?: number };
type Codes<T> = Partial<Record<TargetErrorCode, T>>;

/**
 * Errors of Meta that are reported at once and not retried. Source: Meta, Graph API error handling
 * and Instagram error codes, checked 2026-10.
 */
const GRAPH: Codes<GraphError> = {
  rate_limited: { code: 613 },
  duplicate_content: { code: 506 },
  media_rejected: { code: 36001, subcode: 2207005 },
  media_processing_failed: { code: 100, subcode: 2207076 },
  permission_missing: { code: 10 },
  credential_rejected: { code: 190, subcode: 463 },
};
/**
 * The refusal of a container that cannot be made; one that may pass is asked for three times, in
 * four seconds.
 */
const REFUSED: Codes<GraphError> = {
  ...GRAPH,
  content_rejected: { code: 100 },
  account_restricted: { code: 368 },
  internal_error: { code: 100, subcode: 2207023 },
  // As often again for the copy that the service sends.
  media_unreachable: { code: 9004, subcode: 2207052, times: 6 },
};

/**
 * A container that cannot be made is no doubt; a publish that is refused is looked for, for ten
 * seconds.
 */
const graph = (operation: string, codes: Codes<GraphError>): Codes<(username: string) => SandboxCall> =>
  Object.fromEntries(
    Object.entries(codes).map(([code, error]) => [
      code,
      (username: string): SandboxCall => ({ control: 'api-error', body: { username, operation, ...error } }),
    ]),
  );

const restricted = (username: string): SandboxCall => ({ control: 'restrict', body: { username, on: true } });
const expired = (username: string): SandboxCall => ({ control: 'expire-tokens', body: { username, refresh: true } });
const limited =
  (endpoint: string) =>
  (username: string): SandboxCall => ({
    control: 'rate-limit',
    body: { username, endpoint, remaining: 0, resetSeconds: 900 },
  });

/** A fault applies to the next caller: a statement that uses one runs alone. */
const fault = (network: OAuthPlatform, path: string, what: Readonly<Record<string, unknown>>) => (): SandboxCall => ({
  control: 'faults',
  body: { network, path, ...what },
});

const NO_CREDITS = {
  method: 'POST',
  action: 'status',
  status: 402,
  body: { title: 'CreditsDepleted', type: 'https://api.twitter.com/2/problems/credits' },
};
/** Nothing about the account or the app: the next post may be taken. */
const FORBIDDEN = {
  method: 'POST',
  action: 'status',
  status: 403,
  body: {
    detail: 'You are not permitted to perform this action.',
    title: 'Forbidden',
    type: 'about:blank',
    status: 403,
  },
};
const NOT_ENROLLED = {
  method: 'GET',
  action: 'status',
  status: 403,
  body: {
    title: 'Client Forbidden',
    type: 'https://api.twitter.com/2/problems/client-forbidden',
    reason: 'client-not-enrolled',
  },
};

const REFUSED_FOR_AN_HOUR = { method: 'POST', action: 'status', headers: { 'retry-after': '3600' } };

const X_ALWAYS = { account_restricted: restricted, credential_rejected: expired };

const SCRIPTS: Readonly<Record<OAuthPlatform, Partial<Record<Of, Codes<(username: string) => SandboxCall>>>>> = {
  instagram: {
    publish: graph('create', REFUSED),
    comment: graph('comment', GRAPH),
    metrics: graph('insights', GRAPH),
  },
  threads: { publish: graph('create', REFUSED), metrics: graph('insights', GRAPH) },
  x: {
    publish: {
      ...X_ALWAYS,
      rate_limited: limited('POST /2/tweets'),
      permission_missing: fault('x', '^/2/tweets$', FORBIDDEN),
      network_credits_exhausted: fault('x', '^/2/tweets$', NO_CREDITS),
    },
    repost: {
      ...X_ALWAYS,
      rate_limited: limited('POST /2/users/:id/retweets'),
      network_credits_exhausted: fault('x', '/retweets$', NO_CREDITS),
    },
    unpublish: {
      ...X_ALWAYS,
      rate_limited: limited('DELETE /2/tweets/:id'),
      network_credits_exhausted: fault('x', '^/2/tweets/\\d+$', { ...NO_CREDITS, method: 'DELETE' }),
    },
    metrics: { ...X_ALWAYS, permission_missing: fault('x', '^/2/tweets', NOT_ENROLLED) },
  },
  linkedin: {
    publish: {
      ...X_ALWAYS,
      // What members have posted cannot be read back.
      outcome_unknown: fault('linkedin', '^/rest/posts$', { method: 'POST', action: 'drop_after' }),
      // Longer than anybody waits for.
      network_unavailable: fault('linkedin', '^/rest/posts$', { ...REFUSED_FOR_AN_HOUR, status: 421, body: '' }),
      media_processing_timeout: fault('linkedin', '^/rest/posts$', {
        ...REFUSED_FOR_AN_HOUR,
        status: 400,
        body: { status: 400, code: 'MEDIA_ASSET_PROCESSING', message: 'The asset is being processed' },
      }),
    },
    // Nor what they have commented.
    comment: {
      outcome_unknown: fault('linkedin', '/comments$', { method: 'POST', action: 'drop_after' }),
      permission_missing: fault('linkedin', '/comments$', {
        method: 'POST',
        action: 'status',
        status: 403,
        body: { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message: 'Not enough permissions' },
      }),
    },
  },
};

const WARNINGS: Readonly<
  Partial<Record<OAuthPlatform, Partial<Record<TargetWarningCode, (username: string) => SandboxCall>>>>
> = {
  instagram: {
    media_copy_sent: (username) => ({ control: 'fetch-failure', body: { username, times: 3 } }),
  },
  x: {
    alt_text_refused: fault('x', '^/2/media/metadata$', {
      method: 'POST',
      action: 'status',
      status: 400,
      body: { title: 'Invalid Request', detail: 'The alt text was refused.', type: 'about:blank', status: 400 },
    }),
    captions_refused: fault('x', '^/2/media/subtitles$', {
      method: 'POST',
      action: 'status',
      status: 400,
      body: { title: 'Invalid Request', detail: 'The subtitles were refused.', type: 'about:blank', status: 400 },
    }),
  },
};

/**
 * Scripts the sandbox's network to take a post and not all that comes with it; null where a missing
 * page is enough. Throws where it cannot.
 */
export function warnScript(platform: OAuthPlatform, username: string, code: TargetWarningCode): SandboxCall | null {
  if (platform === 'linkedin' && code === 'link_card_missing') return null;
  const call = WARNINGS[platform]?.[code]?.(username);
  if (call) return call;
  throw new RangeError(`The sandbox's ${platform} cannot be brought to warn of ${code}.`);
}

/**
 * Scripts a network of the sandbox to fail for one person, so that the service reports this code.
 * Throws, with the possible codes, when it cannot.
 */
export function sandboxScript(
  platform: OAuthPlatform,
  username: string,
  { of, code, skip }: { readonly of: Of; readonly code: TargetErrorCode; readonly skip?: number },
): SandboxCall {
  const codes = SCRIPTS[platform][of] ?? {};
  const call = codes[code]?.(username);
  if (call && skip === undefined) return call;
  if (call?.control === 'faults') return { ...call, body: { ...call.body, skip } };
  if (call) throw new RangeError(`The sandbox's ${platform} lets no call pass before ${of} ${code}.`);
  const known = Object.keys(codes).join(', ') || 'nothing';
  throw new RangeError(`The sandbox's ${platform} cannot be brought to ${of} ${code}, but to: ${known}.`);
}
