import { type Answer, invalidRequest, ok } from '../answers.ts';
import type { XMedia } from '../content.ts';
import type { Call } from '../endpoint.ts';
import { readJsonBody, readOptionalJsonBody, readUploadForm } from '../read-body.ts';
import { flag, list, numericId, oneOf, record, whole } from '../schema.ts';
import type { XWorld } from '../world.ts';
import { createMedia, findMedia, takeContent, toMediaData } from './media.ts';
import {
  categories,
  type Family,
  familyOfCategory,
  MAX_CHUNK_BYTES,
  MAX_SEGMENT_INDEX,
  maxBytes,
  mediaTypes,
} from './media-limits.ts';
import { toProcessingInfo } from './processing.ts';

const initializeRule = record(
  {
    media_type: oneOf(mediaTypes),
    total_bytes: whole(1, 17_179_869_184),
    media_category: oneOf(categories),
    shared: flag,
    additional_owners: list(numericId, 0, 100),
  },
  ['media_type', 'total_bytes'],
);

/** `POST /2/media/upload/initialize`. */
export async function initialize(world: XWorld, { req, person }: Call): Promise<Answer> {
  const read = await readJsonBody(req, initializeRule);
  if (!read.ok) return read.answer;
  const mediaType = String(read.value.media_type);
  const totalBytes = Number(read.value.total_bytes);
  const category = String(read.value.media_category ?? defaultCategory(mediaType));
  const family = familyOfCategory(category);
  if (family !== familyOfType(mediaType) && !(family === 'image' && mediaType === 'image/gif')) {
    return invalidRequest({
      message: `$.media_category: ${category} cannot hold ${mediaType}`,
      parameters: { '$.media_category': [category] },
    });
  }
  if (family && totalBytes > maxBytes[family]) {
    return invalidRequest({
      message: `File size exceeds ${maxBytes[family]} bytes.`,
      parameters: { '$.total_bytes': [String(totalBytes)] },
    });
  }
  return ok({ data: toMediaData(world, createMedia(world, person, { category, mediaType, totalBytes })) });
}

/** `POST /2/media/upload/{id}/append`. The same index sent again replaces its content. */
export async function append(world: XWorld, { req, person }: Call): Promise<Answer> {
  const media = findMedia(world, person, req.params.id ?? '');
  if (!media.ok) return media.answer;
  const form = await readUploadForm(req, MAX_CHUNK_BYTES);
  if (!form.ok) return form.answer;
  if (media.value.content) return invalidRequest({ message: 'The media upload has been finalized already.' });
  const { fields, media: bytes } = form.value;
  const index = /^\d{1,4}$/.test(fields.segment_index ?? '') ? Number(fields.segment_index) : Number.NaN;
  if (!(index <= MAX_SEGMENT_INDEX))
    return invalidRequest({ message: `SegmentIndex must be between 0 and ${MAX_SEGMENT_INDEX}.` });
  if (bytes === null || bytes.byteLength === 0)
    return invalidRequest({ message: 'media: is missing but it is required' });
  media.value.segments.set(index, bytes);
  return ok({ data: { expires_at: Math.floor(media.value.expiresAtMs / 1_000) } });
}

/**
 * `POST /2/media/upload/{id}/finalize`. OpenAPI 2.167 describes no body and X's own SDK sends none
 * (@xdevplatform/xdk 0.6.6). The one refusal on record is of a client that sent an empty list
 * (trypost pull request 202). A control makes the body necessary.
 */
export async function finalize(world: XWorld, { req, person }: Call): Promise<Answer> {
  const readBody = world.state.settings.finalizeNeedsBody ? readJsonBody : readOptionalJsonBody;
  const read = await readBody(req, record({}));
  if (!read.ok) return read.answer;
  const found = findMedia(world, person, req.params.id ?? '');
  if (!found.ok) return found.answer;
  const media = found.value;
  if (!media.content) {
    const bytes = joinSegments(media);
    if (!bytes) return invalidRequest({ message: 'Segments do not add up to provided total file size.' });
    const refusal = takeContent(world, media, bytes);
    if (refusal) return refusal;
    media.segments.clear();
  }
  const { processing } = media;
  return ok({
    data: {
      ...toMediaData(world, media),
      ...(processing && { processing_info: toProcessingInfo(world, processing, true) }),
    },
  });
}

/** Null when a chunk is missing or the sum is not what INITIALIZE announced. */
function joinSegments({ segments, totalBytes }: XMedia): Buffer | null {
  const parts: Buffer[] = [];
  for (let index = 0; index < segments.size; index++) {
    const part = segments.get(index);
    if (!part) return null;
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  return bytes.byteLength === totalBytes ? bytes : null;
}

function defaultCategory(mediaType: string): string {
  const family = familyOfType(mediaType);
  return family === null ? 'subtitles' : `tweet_${family}`;
}

function familyOfType(mediaType: string): Family | null {
  if (mediaType === 'image/gif') return 'gif';
  if (mediaType.startsWith('image/')) return 'image';
  return mediaType.startsWith('video/') ? 'video' : null;
}
