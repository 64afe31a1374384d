import type { Captions } from '@fanfare/contract';
import {
  type Call,
  type MediaFile,
  NetworkError,
  type NetworkErrorFacts,
  readAnswer,
  unreadableAnswer,
} from '@fanfare/network';
import { changeHidden } from './call-linkedin.ts';
import type { LinkedinConfig } from './config.ts';
import { COVER_TYPES, IMAGE_MAX_BYTES, VIDEO_MAX_BYTES, VIDEO_TYPES } from './file-rules.ts';
import { readCaptions, uploadCaptions } from './upload-captions.ts';
import { uploadFile } from './upload-file.ts';
import { VideoUploadAnswer } from './wire.ts';

type VideoToUpload = {
  readonly url: string;
  readonly coverUrl: string | undefined;
  readonly captions: Captions | undefined;
  readonly owner: string;
  readonly mediaIndex: number;
};

/**
 * Uploads one video, and its cover where one is given, and returns the video's URN; LinkedIn then
 * still has to process it. LinkedIn, Videos API, checked 2026-11. The cover goes after the parts
 * and before the end of the upload (ebx/ebx-linkedin-sdk pull requests 332 and 333); a cover that
 * fails ends the target, since nothing is public yet.
 */
export async function uploadVideo(call: Call, config: LinkedinConfig, video: VideoToUpload): Promise<string> {
  const { mediaIndex, owner } = video;
  const file = await call.media.open({ url: video.url, accept: VIDEO_TYPES, maxBytes: VIDEO_MAX_BYTES, mediaIndex });
  const cover =
    video.coverUrl === undefined
      ? null
      : await call.media.open({ url: video.coverUrl, accept: COVER_TYPES, maxBytes: IMAGE_MAX_BYTES });

  const captions = await readCaptions(call, video.captions);

  const token = call.credential.accessToken;
  const wanted = {
    owner,
    fileSizeBytes: file.size,
    uploadCaptions: captions !== null,
    uploadThumbnail: cover !== null,
  };
  const answer = await changeHidden(call, config, token, {
    path: 'videos?action=initializeUpload',
    json: { initializeUploadRequest: wanted },
    mediaIndex,
  });
  const { value: upload } = readAnswer('LinkedIn', VideoUploadAnswer, answer, 'the start of a video upload');
  if (upload.uploadInstructions.some(({ firstByte, lastByte }) => firstByte > lastByte || firstByte >= file.size)) {
    throw unreadableAnswer('LinkedIn', 'the start of a video upload', 200);
  }
  const partIds: string[] = [];
  for (const part of upload.uploadInstructions) {
    partIds.push(await uploadPart(call, config, { ...part, file, mediaIndex }));
  }
  if (cover !== null) await uploadCover(call, config, { url: upload.thumbnailUploadUrl, cover, mediaIndex });
  if (captions !== null) {
    const url = upload.captionsUploadUrl ?? noAddress('the subtitles', 'captions', mediaIndex);
    await uploadCaptions(call, config, { url, captions: video.captions!, bytes: captions, mediaIndex });
  }

  await changeHidden(call, config, token, {
    path: 'videos?action=finalizeUpload',
    json: {
      finalizeUploadRequest: { video: upload.video, uploadToken: upload.uploadToken, uploadedPartIds: partIds },
    },
    mediaIndex,
  });
  return upload.video;
}

/** Puts bytes `firstByte` to `lastByte` (inclusive) and returns the part's id, its ETag. */
async function uploadPart(
  call: Call,
  config: LinkedinConfig,
  part: { uploadUrl: string; firstByte: number; lastByte: number; file: MediaFile; mediaIndex: number },
): Promise<string> {
  const end = Math.min(part.lastByte + 1, part.file.size);
  const answer = await part.file.withPart(part.firstByte, end, (bytes) =>
    uploadFile(call, config, {
      url: part.uploadUrl,
      bytes: async () => bytes,
      size: bytes.length,
      mediaIndex: part.mediaIndex,
    }),
  );
  const etag = answer.headers.etag?.replace(/^"(.*)"$/, '$1');
  if (etag) return etag;
  const message = 'LinkedIn did not confirm a part of the video. Nothing was published.';
  throw uploadFailed({
    message,
    networkCode: String(answer.status),
    mediaIndex: part.mediaIndex,
    remedy: `${SEND_AGAIN}.`,
  });
}

async function uploadCover(
  call: Call,
  config: LinkedinConfig,
  { url, cover, mediaIndex }: { url: string | undefined; cover: MediaFile; mediaIndex: number },
): Promise<void> {
  const address = url ?? noAddress('the cover image', 'coverUrl', mediaIndex);
  await uploadFile(call, config, { url: address, bytes: async () => cover.stream(), size: cover.size, mediaIndex });
}

function noAddress(what: string, field: string, mediaIndex: number): never {
  const message = `LinkedIn gave no address for ${what}. Nothing was published.`;
  throw uploadFailed({ message, mediaIndex, remedy: `${SEND_AGAIN}, or without ${field}.` });
}

const SEND_AGAIN = 'Send the target again with a new idempotency key';

const uploadFailed = (
  facts: Pick<NetworkErrorFacts, 'message' | 'networkCode' | 'mediaIndex' | 'remedy'>,
): NetworkError => new NetworkError({ code: 'media_processing_failed', outcome: 'rejected', ...facts });
