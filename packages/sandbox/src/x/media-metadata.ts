import { isObject } from '../read-json.ts';
import { type Answer, ok } from './answers.ts';
import { type Call, charge } from './endpoint.ts';
import { findMedia } from './media.ts';
import { MAX_ALT_TEXT_LENGTH } from './media-limits.ts';
import { prices } from './prices.ts';
import { readJsonBody } from './read-body.ts';
import { numericId, record, text } from './schema.ts';
import type { XWorld } from './world.ts';

const rule = record(
  { id: numericId, metadata: record({ alt_text: record({ text: text({ max: MAX_ALT_TEXT_LENGTH }) }, ['text']) }) },
  ['id'],
);

/** `POST /2/media/metadata`: the alternative text of a picture or GIF, before it is posted. */
export async function describeMedia(world: XWorld, { req, person }: Call): Promise<Answer> {
  const read = await readJsonBody(req, rule);
  if (!read.ok) return read.answer;
  const media = findMedia(world, person, String(read.value.id));
  if (!media.ok) return media.answer;
  const { metadata } = read.value;
  const altText = isObject(metadata) && isObject(metadata.alt_text) ? String(metadata.alt_text.text) : null;
  media.value.altText = altText === '' ? null : altText;
  charge(world, prices.mediaMetadata);
  return ok({
    data: { id: media.value.id, associated_metadata: altText === null ? {} : { alt_text: { text: altText } } },
  });
}
