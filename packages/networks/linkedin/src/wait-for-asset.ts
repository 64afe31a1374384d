import { type Call, mayLookAgain, NetworkError, PROCESSING_LIMIT_MS, readAnswer, waitUntil } from '@fanfare/network';
import { readRest } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { isPage, restliValue } from './urn.ts';
import { AssetAnswer } from './wire.ts';

/** Waits before the post when LinkedIn does not let the account read the state of its files. */
const BLIND_VIDEO_WAIT_MS = 15_000;
const BLIND_DOCUMENT_WAIT_MS = 5_000;
const BLIND_IMAGE_WAIT_MS = 3_000;
/** Images take seconds, at times 20 and more (gitroomhq/postiz-app, trypostit/trypost, 2026-11). */
export const IMAGE_LIMIT_MS = 90_000;

type Kind = 'image' | 'video' | 'document';
type Asset = { readonly urn: string; readonly mediaIndex: number | undefined };

/**
 * Waits until LinkedIn has processed a video, at most 4 minutes, looking every 2 to 5 seconds
 * (LinkedIn, Videos API, checked 2026-11: WAITING_UPLOAD, PROCESSING, AVAILABLE,
 * PROCESSING_FAILED). Some tokens may not read it (403): then only the post itself can show it. A
 * post that comes too early is refused with MEDIA_ASSET_WAITING_UPLOAD, which creates nothing.
 */
export async function waitForVideo(call: Call, config: LinkedinConfig, video: Asset): Promise<void> {
  const seen = await waitUntil(call, () => look(call, config, 'video', video), {
    everyMs: (n) => Math.min(2_000 + n * 1_000, 5_000),
    atMostMs: PROCESSING_LIMIT_MS,
    mediaIndex: video.mediaIndex,
  });
  if (seen === 'forbidden') await call.clock.sleep(BLIND_VIDEO_WAIT_MS, call.signal);
}

/**
 * Waits until LinkedIn has processed a document, at most 4 minutes, looking every 2 to 5 seconds
 * (LinkedIn, Documents API, checked 2026-11). No member may read its state (403), and neither may
 * some pages: then it waits 5 seconds, and a post that comes too early is sent again.
 */
export async function waitForDocument(call: Call, config: LinkedinConfig, document: Asset): Promise<void> {
  const seen = isPage(call.account.platformUserId)
    ? await waitUntil(call, () => look(call, config, 'document', document), {
        everyMs: (n) => Math.min(2_000 + n * 1_000, 5_000),
        atMostMs: PROCESSING_LIMIT_MS,
        mediaIndex: document.mediaIndex,
      })
    : 'forbidden';
  if (seen === 'forbidden') await call.clock.sleep(BLIND_DOCUMENT_WAIT_MS, call.signal);
}

/**
 * Waits until LinkedIn has processed an image, at most 90 seconds, looking every 1 to 5 seconds
 * (LinkedIn, Images API, checked 2026-11). Returns `forbidden` at once where the account may not
 * read the state of images (403): no member may, and neither may some pages.
 */
export async function waitForImage(
  call: Call,
  config: LinkedinConfig,
  image: Asset,
  atMostMs: number = IMAGE_LIMIT_MS,
): Promise<'available' | 'forbidden'> {
  if (!isPage(call.account.platformUserId)) return 'forbidden';
  return waitUntil(call, () => look(call, config, 'image', image), {
    everyMs: (n) => Math.min(1_000 + n * 1_000, 5_000),
    atMostMs,
    mediaIndex: image.mediaIndex,
  });
}

/**
 * Waits 3 seconds for new images whose state the account may not read, so that the public post
 * seldom meets one that is not processed yet. Publishers wait up to 20 seconds here
 * (gitroomhq/postiz-app, checked 2026-11). A post that comes too early all the same is refused with
 * MEDIA_ASSET_WAITING_UPLOAD, which creates nothing, and is sent again.
 */
export const waitBlindly = (call: Call): Promise<void> => call.clock.sleep(BLIND_IMAGE_WAIT_MS, call.signal);

async function look(
  call: Call,
  config: LinkedinConfig,
  kind: Kind,
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
  document: 'Export the document as PDF, of at most 100 MB and 300 pages, and send the target again.',
} as const;

function processingFailed(kind: Kind, reason: string | undefined, mediaIndex: number | undefined): NetworkError {
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
