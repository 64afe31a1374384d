import { type Call, mayLookAgain, NetworkError, PROCESSING_LIMIT_MS, readAnswer, waitUntil } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { isPage, restliValue } from './urn.ts';
import { AssetAnswer } from './wire.ts';

/** The wait before the post when LinkedIn does not let the account read the state of its video. */
const BLIND_WAIT_MS = 15_000;
/** Images take seconds, at times 20 and more (gitroomhq/postiz-app and trypostit/trypost, checked 2026-11); the rest of a target's time is for everything else. */
export const IMAGE_LIMIT_MS = 90_000;

type Asset = { readonly urn: string; readonly mediaIndex: number | undefined };

/**
 * Waits until LinkedIn has processed a video, at most 4 minutes, looking every 2 to 5 seconds (LinkedIn, Videos API, checked 2026-11:
 * WAITING_UPLOAD, PROCESSING, AVAILABLE, PROCESSING_FAILED). Some tokens may not read it (403): then only the post itself can show it. A
 * post that comes too early is refused with MEDIA_ASSET_WAITING_UPLOAD, which creates nothing.
 */
export async function waitForVideo(call: Call, config: LinkedinConfig, video: Asset): Promise<void> {
  const seen = await waitUntil(call, () => look(call, config, 'video', video), {
    everyMs: (n) => Math.min(2_000 + n * 1_000, 5_000),
    atMostMs: PROCESSING_LIMIT_MS,
    mediaIndex: video.mediaIndex,
  });
  if (seen === 'forbidden') await call.clock.sleep(BLIND_WAIT_MS, call.signal);
}

/**
 * Waits until LinkedIn has processed an image, at most 90 seconds, looking every 1 to 5 seconds (LinkedIn, Images API, checked 2026-11). A member may not read
 * images (403), and neither may some pages: then this does not wait. The post is sent, and sent again for as long as LinkedIn refuses it with
 * MEDIA_ASSET_WAITING_UPLOAD, which creates nothing.
 */
export async function waitForImage(
  call: Call,
  config: LinkedinConfig,
  image: Asset,
  atMostMs: number = IMAGE_LIMIT_MS,
): Promise<void> {
  if (!isPage(call.account.platformUserId)) return;
  await waitUntil(call, () => look(call, config, 'image', image), {
    everyMs: (n) => Math.min(1_000 + n * 1_000, 5_000),
    atMostMs,
    mediaIndex: image.mediaIndex,
  });
}

async function look(
  call: Call,
  config: LinkedinConfig,
  kind: 'image' | 'video',
  { urn, mediaIndex }: Asset,
): Promise<'available' | 'forbidden' | null> {
  try {
    const answer = await readRest(call, config, call.credential.accessToken, {
      path: `${kind}s/${restliValue(urn)}`,
      mediaIndex,
    });
    const asset = readAnswer('LinkedIn', AssetAnswer, answer, `a question for the state of the ${kind}`);
    if (asset.status === 'PROCESSING_FAILED') throw processingFailed(kind, asset.processingFailureReason, mediaIndex);
    return asset.status === 'AVAILABLE' ? 'available' : null;
  } catch (error) {
    if (error instanceof NetworkError && error.code === 'permission_missing') return 'forbidden';
    if (mayLookAgain(error)) return null;
    throw error;
  }
}

const REMEDIES = {
  image: 'Convert the image to JPEG, PNG or GIF, below 36,152,320 pixels, and send the target again.',
  video:
    'Convert the video to MP4 with H.264 and AAC, 3 seconds to 30 minutes, 75 KB to 500 MB, and send the target again.',
} as const;

function processingFailed(
  kind: 'image' | 'video',
  reason: string | undefined,
  mediaIndex: number | undefined,
): NetworkError {
  return new NetworkError({
    code: 'media_processing_failed',
    outcome: 'rejected',
    message: `LinkedIn could not process the ${kind}. Nothing was published.`,
    networkCode: 'PROCESSING_FAILED',
    networkMessage: reason,
    mediaIndex,
    remedy: REMEDIES[kind],
  });
}
