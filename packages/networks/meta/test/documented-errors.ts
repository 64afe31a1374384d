import type { TargetErrorCode } from '@fanfare/contract';
import { findErrorRow } from '@fanfare/network';
import type { GraphErrorRow } from '../src/graph-error-row.ts';
import { GRAPH_ERRORS } from '../src/graph-errors.ts';

/**
 * The same call or a new container in seconds; when the limit resets; the same container in
 * seconds.
 */
type Again = 'soon' | 'later' | 'same';

export const againOf = ({ notReady, retry }: GraphErrorRow): Again | undefined => {
  if (notReady || retry === undefined) return notReady && 'same';
  return retry === 'reset' ? 'later' : 'soon';
};

/** The row for an error of the Graph. */
export function graphErrorRow(code: number, subcode: number | null, text = ''): GraphErrorRow {
  const codes = subcode === null ? [`${code}`] : [`${code}/${subcode}`, `/${subcode}`, `${code}`];
  return findErrorRow(GRAPH_ERRORS, { status: 400, codes, text, own: true }, 'call');
}

export type Documented = readonly [code: number, subcode: number | null, becomes: TargetErrorCode, again?: Again];

/**
 * Every code and subcode of the two networks' documentation and of the reports the tables name, in
 * the order of those pages.
 */
export const DOCUMENTED: readonly Documented[] = [
  // Graph API error handling guide
  [190, null, 'credential_rejected'],
  [190, 463, 'credential_rejected'],
  [190, 460, 'credential_rejected'],
  [190, 467, 'credential_rejected'],
  [190, 458, 'credential_rejected'],
  [190, 459, 'credential_rejected'],
  [190, 464, 'credential_rejected'],
  [190, 492, 'credential_rejected'],
  [102, null, 'credential_rejected'],
  [10, null, 'permission_missing'],
  [200, null, 'permission_missing'],
  [250, null, 'permission_missing'],
  [299, null, 'permission_missing'],
  [3, null, 'permission_missing'],
  [100, null, 'content_rejected'],
  [100, 33, 'network_unavailable', 'soon'],
  [1, null, 'network_unavailable', 'soon'],
  [2, null, 'network_unavailable', 'soon'],
  [4, null, 'rate_limited', 'later'],
  [4, 2207051, 'account_restricted'],
  [17, null, 'rate_limited', 'later'],
  [32, null, 'rate_limited', 'later'],
  [613, null, 'rate_limited', 'later'],
  [80001, null, 'rate_limited', 'later'],
  [80002, null, 'rate_limited', 'later'],
  [341, null, 'rate_limited', 'later'],
  [368, null, 'account_restricted'],
  [506, null, 'duplicate_content'],
  // Instagram error codes reference
  [-2, 2207003, 'media_unreachable', 'soon'],
  [-2, 2207020, 'media_processing_failed', 'soon'],
  [-1, 2207001, 'network_unavailable', 'soon'],
  [-1, 2207032, 'media_processing_failed', 'soon'],
  [-1, 2207053, 'media_processing_failed', 'soon'],
  [1, 2207057, 'media_rejected'],
  [9, 2207042, 'rate_limited'],
  [24, 2207006, 'network_unavailable', 'same'],
  [24, 2207008, 'network_unavailable', 'same'],
  [25, 2207050, 'account_restricted'],
  [100, 2207023, 'internal_error'],
  [100, 2207028, 'content_rejected'],
  [100, 2207035, 'content_rejected'],
  [100, 2207036, 'content_rejected'],
  [100, 2207037, 'content_rejected'],
  [100, 2207040, 'content_rejected'],
  [352, 2207026, 'media_rejected'],
  [9004, 2207052, 'media_unreachable', 'soon'],
  [9007, 2207027, 'network_unavailable', 'same'],
  [36000, 2207004, 'media_rejected'],
  [36001, 2207005, 'media_rejected'],
  [36003, 2207009, 'media_rejected'],
  [36004, 2207010, 'content_rejected'],
  // Seen in production; the code they come under is not reported
  [-1, 2207076, 'media_processing_failed'],
  [-1, 2207077, 'media_unreachable', 'soon'],
  [-1, 2207078, 'rate_limited'],
  [-1, 2207081, 'content_rejected'],
  [-1, 2207082, 'media_processing_failed', 'soon'],
  [-1, 2207085, 'media_processing_failed'],
  // Threads
  [24, 4279009, 'network_unavailable', 'same'],
  [100, 4279004, 'media_processing_failed', 'soon'],
  [25, 4279013, 'account_restricted'],
  [-1, 4279047, 'content_rejected'],
  [1, 2207052, 'media_unreachable', 'soon'],
  [368, 2207051, 'account_restricted'],
  // Insights of Instagram
  [100, 2108006, 'content_rejected'],
  // A version that has ended
  [2635, null, 'network_unavailable'],
  // Codes of the tables without a subcode
  [-2, null, 'media_unreachable', 'soon'],
  [-1, null, 'network_unavailable', 'soon'],
  [24, null, 'network_unavailable', 'same'],
];

/**
 * Errors that the pages and reports name for each edge beyond publishing: code, subcode, words, and
 * the result.
 */
export const EDGES: Readonly<Record<string, readonly (readonly [number, number | null, string, TargetErrorCode])[]>> = {
  comments: [
    [10, null, '(#10) Application does not have permission for this action', 'permission_missing'],
    [200, null, 'Permissions error', 'permission_missing'],
    [100, null, '(#100) The parameter message is required', 'content_rejected'],
    [100, 33, 'Unsupported post request. Object with ID does not exist', 'network_unavailable'],
    [4, 2207051, 'Application request limit reached', 'account_restricted'],
    [4, null, 'Application request limit reached', 'rate_limited'],
    [17, null, 'User request limit reached', 'rate_limited'],
    [80002, null, 'There have been too many calls', 'rate_limited'],
    [368, null, 'The action attempted has been deemed abusive', 'account_restricted'],
  ],
  replies: [
    [10, null, '(#10) Application does not have permission for this action', 'permission_missing'],
    [24, 4279009, 'The requested resource does not exist', 'network_unavailable'],
    [100, null, 'Param text must be at most 500 characters long.', 'content_rejected'],
    [100, null, 'THREADS_API__LINK_LIMIT_EXCEEDED', 'content_rejected'],
    [25, 4279013, 'Restricted', 'account_restricted'],
  ],
  insights: [
    [10, null, '(#10) Application does not have permission for this action', 'permission_missing'],
    [10, null, '(#10) Not enough viewers for the media to show insights', 'content_rejected'],
    [
      100,
      null,
      'The Media Insights API does not support the views metric for this media product type.',
      'content_rejected',
    ],
    [100, null, '(#100) metric[0] must be one of the following values', 'content_rejected'],
    [100, 2108006, 'Invalid parameter', 'content_rejected'],
    [100, 33, 'Unsupported get request. Object with ID does not exist', 'network_unavailable'],
  ],
  refresh: [
    [190, null, 'Error validating access token: Session has expired', 'credential_rejected'],
    [190, 463, 'Error validating access token: Session has expired', 'credential_rejected'],
    [190, 460, 'The session has been invalidated because the user changed the password.', 'credential_rejected'],
    [190, 458, 'Error validating access token: The user has not authorized application', 'credential_rejected'],
    [190, 467, 'Error validating access token', 'credential_rejected'],
    [102, null, 'Session key invalid', 'credential_rejected'],
    [10, null, 'Application does not have permission for this action', 'permission_missing'],
    [100, null, 'Unsupported request - method type: get', 'content_rejected'],
    [1, null, 'An unknown error has occurred.', 'network_unavailable'],
    [2, null, 'Service temporarily unavailable', 'network_unavailable'],
    [4, null, 'Application request limit reached', 'rate_limited'],
  ],
};

/**
 * The errors of a Threads container in state ERROR (Meta, Threads troubleshooting, checked
 * 2026-10).
 */
export const CONTAINER_NAMES: readonly (readonly [name: string, becomes: TargetErrorCode, again: Again | null])[] = [
  ['FAILED_DOWNLOADING_VIDEO', 'media_unreachable', 'soon'],
  ['FAILED_PROCESSING_AUDIO', 'media_processing_failed', 'soon'],
  ['FAILED_PROCESSING_VIDEO', 'media_processing_failed', 'soon'],
  ['UNKNOWN', 'media_processing_failed', 'soon'],
  ['INVALID_ASPEC_RATIO', 'media_rejected', null],
  ['INVALID_BIT_RATE', 'media_rejected', null],
  ['INVALID_DURATION', 'media_rejected', null],
  ['INVALID_FRAME_RATE', 'media_rejected', null],
  ['INVALID_AUDIO_CHANNELS', 'media_rejected', null],
  ['INVALID_AUDIO_CHANNEL_LAYOUT', 'media_rejected', null],
];
