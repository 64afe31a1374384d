import type { MediaProblem } from './fetch-media.ts';
import type { MediaRequest } from './media-source.ts';
import { NetworkError, type NetworkErrorFacts } from './network-error.ts';

/** Makes the error of a file that cannot be used: the item and the remedy, but not the address. */
export function mediaError(problem: MediaProblem, request: MediaRequest): NetworkError {
  const item =
    request.mediaIndex === undefined ? (request.subject ?? 'The cover') : `mediaItems[${request.mediaIndex}]`;
  return new NetworkError({ outcome: 'not_sent', mediaIndex: request.mediaIndex, ...describe(problem, item, request) });
}

type Facts = Pick<NetworkErrorFacts, 'code' | 'message' | 'remedy' | 'retryAfterMs' | 'operator' | 'cause'>;

const TRY_AGAIN_MS = 1_000;
/** Longer than an immediate post waits: that one fails, and a scheduled one is put off. */
const SPACE_AGAIN_MS = 60_000;
const LATER = 'Send the target again in a few minutes with a new idempotency key.';

function describe(problem: MediaProblem, item: string, request: MediaRequest): Facts {
  const unreachable = (why: string, remedy: string, retryAfterMs?: number): Facts => ({
    code: 'media_unreachable',
    message: `${item} could not be fetched: ${why}.`,
    remedy,
    retryAfterMs,
  });
  switch (problem.kind) {
    case 'no_answer':
      return unreachable(
        'its address gave no answer',
        'Check that the URL opens from the public internet, without sign-in.',
        TRY_AGAIN_MS,
      );
    case 'status':
      return unreachable(
        `its address answered with status ${problem.status}`,
        'Use a URL that gives the file itself, without sign-in, until the post is published.',
        problem.status >= 500 || problem.status === 429 ? TRY_AGAIN_MS : undefined,
      );
    case 'bad_redirect':
      return unreachable('its address redirects too often or from https to http', 'Use the final URL of the file.');
    case 'encoded':
      return unreachable('its server sent it compressed', 'Serve the file without a Content-Encoding.');
    case 'too_slow':
      return unreachable('its server sent it too slowly', 'Host the file where it downloads faster.', TRY_AGAIN_MS);
    case 'cut_off':
      return unreachable(
        'the connection broke before the whole file had come',
        'Check that the server sends the whole file.',
        TRY_AGAIN_MS,
      );
    case 'gone':
      return unreachable('it was deleted', 'Upload the file again, and send the target with a new idempotency key.');
    case 'stopped':
      return unreachable('fetching was stopped', 'Send the target again with a new idempotency key.');
    case 'empty':
      return unreachable('its address gave an empty file', 'Check that the URL gives the file itself.');
    case 'too_large':
      return {
        code: 'media_rejected',
        message: `${item} is larger than ${problem.capBytes.toLocaleString('en-US')} bytes.`,
        remedy: 'Use a smaller file.',
      };
    case 'unknown_type':
      return {
        code: 'media_rejected',
        message: `${item} is not a file of a type that can be published here (${request.accept.join(', ')}).`,
        remedy: 'Use a file of one of these types. The bytes count, not the name or the declared type.',
      };
    case 'no_space':
      return problem.isEver
        ? unreachable('it is larger than all media together may be here', 'Use a smaller file.')
        : unreachable('the service has no room for more media now', LATER, SPACE_AGAIN_MS);
    case 'spool_failed':
      if (isDiskFull(problem.cause))
        return unreachable('the service has no room for more media now', LATER, SPACE_AGAIN_MS);
      return {
        code: 'internal_error',
        message: `${item} could not be stored while it was fetched.`,
        operator: true,
        cause: problem.cause,
      };
  }
}

const isDiskFull = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
