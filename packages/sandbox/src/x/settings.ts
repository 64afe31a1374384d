import type { Processing } from './content.ts';

export type ClientForbidden = 'client-not-enrolled' | 'official-client-forbidden';

export type XSettings = {
  processing: {
    readonly ms: number;
    readonly looks: number | null;
    readonly outcome: Processing['outcome'];
    readonly username: string | null;
  };
  duplicateWindowMs: number;
  alreadyReposted: 'invalid-request' | 'code-327' | 'ok';
  /** The answer to a repost of a missing post; all three were seen or documented. */
  missingRepost: 'not-found' | 'invalid-request' | 'errors';
  /** False: a repost is answered without its own id, as before OpenAPI 2.167. */
  repostIdShown: boolean;
  /** The refusal of the app, if anything. */
  clientForbidden: { readonly reason: ClientForbidden; readonly endpoint: string | null } | null;
  fieldNames: 'as-asked' | 'tweet' | 'post';
  /** False: `tweet.fields` is a parameter X does not know, as OpenAPI 2.167 has it. */
  tweetFieldsKnown: boolean;
  /** True: FINALIZE without a JSON object is refused. */
  finalizeNeedsBody: boolean;
  refreshError: 'invalid_request' | 'invalid_grant';
  refreshRepliesToDrop: number;
  rateLimitsOn: boolean;
  rateLimitAnswer: 'problem' | 'code-88' | 'usage-capped';
  creditsAnswer: 'credits-depleted' | 'payment-required';
  /** Millionths of a dollar, so that prices add up exactly. */
  balanceMicroUsd: number;
};

export const defaultSettings = (): XSettings => ({
  processing: { ms: 1_000, looks: null, outcome: 'success', username: null },
  duplicateWindowMs: 3_600_000,
  alreadyReposted: 'invalid-request',
  missingRepost: 'not-found',
  repostIdShown: true,
  clientForbidden: null,
  fieldNames: 'as-asked',
  tweetFieldsKnown: true,
  finalizeNeedsBody: false,
  refreshError: 'invalid_request',
  refreshRepliesToDrop: 0,
  rateLimitsOn: true,
  rateLimitAnswer: 'problem',
  creditsAnswer: 'credits-depleted',
  balanceMicroUsd: 1_000_000 * 1_000_000,
});
