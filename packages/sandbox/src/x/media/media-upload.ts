import { sniffMedia } from '../../sniff-media.ts';
import { type Answer, invalidRequest, ok } from '../answers.ts';
import type { Call } from '../endpoint.ts';
import { readUploadForm } from '../read-body.ts';
import type { XWorld } from '../world.ts';
import { createMedia, findMedia, takeContent, toMediaData } from './media.ts';
import { categories, maxBytes, oneShotCategories } from './media-limits.ts';
import { countLook, toProcessingInfo } from './processing.ts';

/** `MediaUploadRequest` of OpenAPI 2.167 (2026-08-22), without `media_type`, `shared`. */
const fieldNames = ['media_category', 'additional_owners'];

/** `POST /2/media/upload`: one picture. GIFs go in chunks (X, media introduction, 2026-11). */
export async function uploadAtOnce(world: XWorld, { req, person }: Call): Promise<Answer> {
  const form = await readUploadForm(req, maxBytes.image);
  if (!form.ok) return form.answer;
  const { fields, media: bytes } = form.value;
  const unknown = Object.keys(fields).find((name) => !fieldNames.includes(name));
  if (unknown !== undefined) return complain(unknown, 'is not a parameter of this endpoint');
  const { media_category: category } = fields;
  if (category === undefined) return complain('media_category', 'is missing but it is required');
  if (!isOneOf(oneShotCategories, category)) {
    const isKnown = isOneOf(categories, category);
    return complain(
      'media_category',
      isKnown ? `${category} has to be uploaded in chunks` : `${category} is not a media category`,
    );
  }
  if (bytes === null || bytes.byteLength === 0) return complain('media', 'is missing but it is required');

  if (sniffMedia(bytes) === 'image/gif') return invalidRequest({ message: 'media type unrecognized.' });

  const media = createMedia(world, person, { category, mediaType: '', totalBytes: bytes.byteLength });
  const refusal = takeContent(world, media, bytes);
  if (!refusal) return ok({ data: toMediaData(world, media) });
  world.state.media.delete(media.id);
  return refusal;
}

/** `GET /2/media/upload?command=STATUS&media_id=`; 400 without processing (x-ruby #44). */
export function readStatus(world: XWorld, { req, person }: Call): Answer {
  const { command, media_id: id } = req.query;
  if (command !== 'STATUS') return complain('command', `${String(command)} is not one of [STATUS]`);
  if (typeof id !== 'string' || !/^[0-9]{1,19}$/.test(id))
    return complain('media_id', 'does not match the regex pattern ^[0-9]{1,19}$');
  const media = findMedia(world, person, id);
  if (!media.ok) return media.answer;
  const { processing } = media.value;
  if (!processing) return complain('media_id', `${id} is not being processed`);
  countLook(media.value);
  return ok({
    data: { ...toMediaData(world, media.value), processing_info: toProcessingInfo(world, processing, false) },
  });
}

function isOneOf(values: readonly string[], value: string): boolean {
  return values.includes(value);
}

function complain(parameter: string, problem: string): Answer {
  return invalidRequest({ message: `${parameter}: ${problem}`, parameters: { [parameter]: [] } });
}
