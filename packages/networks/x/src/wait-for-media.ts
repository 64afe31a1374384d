import {
  type Call,
  mayLookAgain,
  NetworkError,
  okOrThrow,
  PROCESSING_LIMIT_MS,
  readAnswer,
  waitUntil,
} from '@fanfare/network';
import { type ApiDeps, readX } from './call-x.ts';
import { X_ERRORS } from './error-table.ts';
import { type ProcessingInfo, StatusAnswer } from './wire.ts';

export type MediaToAwait = {
  readonly mediaId: string;
  readonly mediaIndex: number;
  /** The state X reported last; null when it has to be read. */
  readonly known: ProcessingInfo | null;
  /** Whether this may be a still image, which has no state to read (sferik/x-ruby issue 44). */
  readonly mayBeStill: boolean;
};

const DEFAULT_CHECK_MS = 5_000;
const LEAST_CHECK_MS = 1_000;
const MOST_CHECK_MS = 30_000;

/**
 * Waits until X has processed an upload, at most 4 minutes, as often as X asks to look. Throws
 * NetworkError `media_processing_failed` or `media_processing_timeout`; nothing is published by
 * then.
 */
export async function waitForMedia(call: Call, config: ApiDeps, media: MediaToAwait): Promise<void> {
  const { mediaIndex } = media;
  let known = media.known;
  let checkMs = DEFAULT_CHECK_MS;
  const look = async (): Promise<true | null> => {
    const info = known ?? (await readStatus(call, config, media).catch(pendingOrThrow));
    known = null;
    if (info === 'none' || info.state === 'succeeded') return true;
    if (info.state === 'failed') throw processingFailed(info, mediaIndex);
    const askedMs = (info.check_after_secs ?? DEFAULT_CHECK_MS / 1_000) * 1_000;
    checkMs = Math.min(Math.max(askedMs, LEAST_CHECK_MS), MOST_CHECK_MS);
    return null;
  };
  await waitUntil(call, look, { everyMs: () => checkMs, atMostMs: PROCESSING_LIMIT_MS, mediaIndex });
}

/** Reads the progress of X; `none` where there is nothing to wait for. */
async function readStatus(call: Call, config: ApiDeps, media: MediaToAwait): Promise<ProcessingInfo | 'none'> {
  const answer = await readX(call, config, call.credential.accessToken, {
    path: '/2/media/upload',
    query: { command: 'STATUS', media_id: media.mediaId },
  });
  if (media.mayBeStill && answer.status === 400) return 'none';
  okOrThrow(call, X_ERRORS, answer, { on: 'media', effect: 'read', mediaIndex: media.mediaIndex });
  const { data } = readAnswer('X', StatusAnswer, answer, 'a question for the state of an upload');
  return data.processing_info ?? 'none';
}

/** A look that failed for a passing reason: the limit of the whole wait still holds. */
function pendingOrThrow(error: unknown): ProcessingInfo {
  if (mayLookAgain(error)) return { state: 'pending' };
  throw error;
}

function processingFailed({ error }: ProcessingInfo, mediaIndex: number): NetworkError {
  return new NetworkError({
    code: 'media_processing_failed',
    outcome: 'rejected',
    message: 'X could not process the file. Nothing was published.',
    networkCode: error?.name ?? error?.code?.toString(),
    networkMessage: error?.message,
    mediaIndex,
    remedy:
      'Convert the video to MP4 with H.264 and AAC, 0.5 to 140 seconds, at most 1280 x 1024, and send the target again.',
  });
}
