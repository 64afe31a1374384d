import { type Call, type OutgoingBody, readAnswer } from '@fanfare/network';
import { type ApiDeps, callUpload } from './call-x.ts';
import { type FileToUpload, isWholeUpload } from './open-media.ts';
import { MediaAnswer, type ProcessingInfo } from './wire.ts';

export type Uploaded = {
  readonly mediaId: string;
  /** Null when the file may be used at once. */
  readonly processing: ProcessingInfo | null;
};

/** Larger parts got an empty 413 (trypostit/trypost, 2026-08), despite the documentation. */
export const CHUNK_BYTES = 1024 * 1024;

/** Uploads one file, kept for 24 hours: images in one call, else parts (X API, media, 2026-11). */
export function uploadMedia(call: Call, config: ApiDeps, media: FileToUpload): Promise<Uploaded> {
  return isWholeUpload(media) ? uploadWhole(call, config, media) : uploadParts(call, config, media);
}

async function uploadWhole(call: Call, config: ApiDeps, media: FileToUpload): Promise<Uploaded> {
  const { file, category } = media;
  return file.withPart(0, file.size, (bytes) => {
    // No `media_type`: OpenAPI 2.166 had it without GIF, 2.167 (2026-08) knows `additional_owners`,
    // `media` and `media_category` and forbids the rest.
    const multipart = [
      { name: 'media_category', value: category },
      { name: 'media', filename: 'media', contentType: file.contentType, bytes },
    ];
    return post(call, config, media, '/2/media/upload', { multipart });
  });
}

async function uploadParts(call: Call, config: ApiDeps, media: FileToUpload): Promise<Uploaded> {
  const { file, category, mediaIndex } = media;
  const { mediaId } = await post(call, config, media, '/2/media/upload/initialize', {
    json: { media_type: file.contentType, total_bytes: file.size, media_category: category },
  });
  const upload = `/2/media/upload/${encodeURIComponent(mediaId)}`;
  for (let start = 0, index = 0; start < file.size; start += CHUNK_BYTES, index++) {
    await file.withPart(start, Math.min(start + CHUNK_BYTES, file.size), (bytes) => {
      const multipart = [
        { name: 'segment_index', value: String(index) },
        { name: 'media', filename: 'media', contentType: 'application/octet-stream', bytes },
      ];
      const path = `${upload}/append`;
      return callUpload(call, config, call.credential.accessToken, { path, body: { multipart }, mediaIndex });
    });
  }
  // An empty body is answered with 400 "Request body must be a JSON object." (trypostit/trypost
  // pull request 202).
  return post(call, config, media, `${upload}/finalize`, { json: {} });
}

async function post(
  call: Call,
  config: ApiDeps,
  { mediaIndex }: FileToUpload,
  path: string,
  body: OutgoingBody,
): Promise<Uploaded> {
  const answer = await callUpload(call, config, call.credential.accessToken, { path, body, mediaIndex });
  const { data } = readAnswer('X', MediaAnswer, answer, 'an upload');
  return { mediaId: data.id, processing: data.processing_info ?? null };
}
