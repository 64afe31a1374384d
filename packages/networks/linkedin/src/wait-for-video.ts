import { type Call, mayLookAgain, NetworkError, PROCESSING_LIMIT_MS, waitUntil } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { restliValue } from './urn.ts';
import { readAnswer, VideoAnswer } from './wire.ts';

/** How long a video that may not be looked at is left alone before the post is tried. */
const BLIND_WAIT_MS = 15_000;

/**
 * Waits until LinkedIn has processed a video, at most 4 minutes, looking every 2 to 5 seconds (LinkedIn, Videos API, checked 2026-11:
 * WAITING_UPLOAD, PROCESSING, AVAILABLE, PROCESSING_FAILED). Some tokens may not look (403): then only the post itself can tell, and one
 * that comes too early is refused with MEDIA_ASSET_WAITING_UPLOAD, which creates nothing.
 */
export async function waitForVideo(call: Call, config: LinkedinConfig, urn: string, mediaIndex: number): Promise<void> {
  const seen = await waitUntil(call, () => look(call, config, urn, mediaIndex), {
    everyMs: (n) => Math.min(2_000 + n * 1_000, 5_000),
    atMostMs: PROCESSING_LIMIT_MS,
    mediaIndex,
  });
  if (seen === 'forbidden') await call.clock.sleep(BLIND_WAIT_MS, call.signal);
}

async function look(
  call: Call,
  config: LinkedinConfig,
  urn: string,
  mediaIndex: number,
): Promise<'available' | 'forbidden' | null> {
  try {
    const answer = await readRest(call, config, call.credential.accessToken, {
      path: `videos/${restliValue(urn)}`,
      mediaIndex,
    });
    const video = readAnswer(VideoAnswer, answer, 'a question for the state of a video');
    if (video.status === 'PROCESSING_FAILED') throw processingFailed(video.processingFailureReason, mediaIndex);
    return video.status === 'AVAILABLE' ? 'available' : null;
  } catch (error) {
    if (error instanceof NetworkError && error.code === 'permission_missing') return 'forbidden';
    if (mayLookAgain(error)) return null;
    throw error;
  }
}

function processingFailed(reason: string | undefined, mediaIndex: number): NetworkError {
  return new NetworkError({
    code: 'media_processing_failed',
    outcome: 'rejected',
    message: 'LinkedIn could not process the video. Nothing was published.',
    networkCode: 'PROCESSING_FAILED',
    networkMessage: reason,
    mediaIndex,
    remedy:
      'Convert the video to MP4 with H.264 and AAC, 3 seconds to 30 minutes, 75 KB to 500 MB, and send the target again.',
  });
}
