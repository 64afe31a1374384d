import type { OAuthPlatform, TargetErrorCode } from '@fanfare/contract';

/** A control of the sandbox, and what it is told. */
export type SandboxCall = { readonly control: string; readonly body: Readonly<Record<string, unknown>> };

type Of = 'publish' | 'comment' | 'repost' | 'metrics';

/** What Meta answers, as `code/subcode`; source: Meta, Graph API error handling and Instagram error codes, checked 2026-10. */
const GRAPH: Partial<Record<TargetErrorCode, Readonly<Record<string, unknown>>>> = {
  rate_limited: { code: 613 },
  duplicate_content: { code: 506 },
  content_rejected: { code: 100 },
  media_rejected: { code: 36001, subcode: 2207005 },
  media_unreachable: { code: 9004, subcode: 2207052, times: 10 },
  media_processing_failed: { code: 100, subcode: 2207076 },
  permission_missing: { code: 10 },
  credential_rejected: { code: 190, subcode: 463, times: 3 },
  network_unavailable: { code: 2, times: 10 },
};

const GRAPH_OPERATION: Readonly<Record<Of, string>> = {
  publish: 'publish',
  comment: 'comment',
  repost: 'repost',
  metrics: 'insights',
};

/** How the sandbox's network is brought to fail for one person so that the service tells this code; null where it cannot be. */
export function sandboxScript(
  platform: OAuthPlatform,
  username: string,
  { of, code }: { readonly of: Of; readonly code: TargetErrorCode },
): SandboxCall | null {
  // Every network has a switch for this one; no answer of a network has to be made up.
  if (code === 'account_restricted') return { control: 'restrict', body: { username, on: true } };
  if (platform === 'instagram' || platform === 'threads') {
    const failure = GRAPH[code];
    const operation = GRAPH_OPERATION[of];
    return failure ? { control: 'api-error', body: { username, operation, ...failure } } : null;
  }
  switch (code) {
    case 'credential_rejected':
      return { control: 'expire-tokens', body: { username, refresh: true } };
    case 'rate_limited':
      return platform === 'x' && X_ENDPOINTS[of] !== undefined
        ? { control: 'rate-limit', body: { username, endpoint: X_ENDPOINTS[of], remaining: 0, resetSeconds: 900 } }
        : null;
    default:
      return null;
  }
}

const X_ENDPOINTS: Partial<Record<Of, string>> = { publish: 'POST /2/tweets', repost: 'POST /2/users/:id/retweets' };
