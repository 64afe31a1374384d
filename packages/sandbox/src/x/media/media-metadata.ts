import { isObject } from '../../read-json.ts';
import { type Answer, ok } from '../answers.ts';
import { type Call, charge } from '../endpoint.ts';
import { prices } from '../prices.ts';
import { readJsonBody } from '../read-body.ts';
import { flag, numericId, openRecord, text } from '../schema.ts';
import type { XWorld } from '../world.ts';
import { findMedia } from './media.ts';
import { MAX_ALT_TEXT_LENGTH } from './media-limits.ts';

/** Kinds of `sensitive_media_warning`, as X's SDK names them (xdevplatform/xdk, 2026-11). */
const warningNames = ['adult_content', 'graphic_violence', 'other'] as const;

/**
 * `CreateMediaMetadataRequest`. Unlike the body of a post it may have further fields, such as
 * `upload_source`, and names no kind of warning (OpenAPI 2.167, checked 2026-11).
 */
const rule = openRecord(
  {
    id: numericId,
    metadata: openRecord({
      alt_text: openRecord({ text: text({ max: MAX_ALT_TEXT_LENGTH }) }, ['text']),
      sensitive_media_warning: openRecord(Object.fromEntries(warningNames.map((name) => [name, flag]))),
    }),
  },
  ['id'],
);

/** `POST /2/media/metadata`: alternative text and warnings of media, before they are posted. */
export async function describeMedia(world: XWorld, { req, person }: Call): Promise<Answer> {
  const read = await readJsonBody(req, rule);
  if (!read.ok) return read.answer;
  const media = findMedia(world, person, String(read.value.id));
  if (!media.ok) return media.answer;
  const metadata = isObject(read.value.metadata) ? read.value.metadata : {};
  const { alt_text: altText, sensitive_media_warning: warning } = metadata;
  if (isObject(altText)) media.value.altText = altText.text === '' ? null : String(altText.text);
  if (isObject(warning)) media.value.sensitive = warningNames.filter((name) => warning[name] === true);
  charge(world, prices.mediaMetadata);
  return ok({ data: { id: media.value.id, associated_metadata: metadata } });
}
