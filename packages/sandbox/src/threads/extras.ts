import { readBoolean } from '../meta/graph/boolean-parameter.ts';
import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';
import type { Parameters } from '../meta/graph/parameters.ts';
import { isObject, parseJson } from '../read-json.ts';
import { invalidCountries } from './failures.ts';
import { readCountries } from './geo-gating.ts';
import { readSpoilers, type Spoiler } from './spoilers.ts';
import { readTextAttachment, type TextAttachment } from './text-attachment.ts';

/** Parts of a post besides text and files. */
export type ThreadsExtras = {
  readonly gifId: string | null;
  readonly isGhost: boolean;
  readonly isSpoiler: boolean;
  readonly approvesReplies: boolean;
  readonly attachment: TextAttachment | null;
  readonly spoilers: readonly Spoiler[];
  /** Countries in which the post is shown; all of them where there are none. */
  readonly countries: readonly string[];
};

type ReadExtras =
  | { readonly ok: true; readonly extras: ThreadsExtras }
  | { readonly ok: false; readonly failure: GraphFailure };

/**
 * Parameters that a ghost post cannot have: everything but text spoilers (Meta, ghost posts,
 * 2026-07).
 */
const NOT_FOR_GHOSTS = [
  'poll_attachment',
  'gif_attachment',
  'link_attachment',
  'text_attachment',
  'topic_tag',
  'quote_post_id',
  'location_id',
  'allowlisted_country_codes',
  'crossreshare_to_ig',
  'reply_to_id',
  'reply_control',
  'enable_reply_approvals',
];

/** Reads the switches and the GIF of a container; the texts of the refusals are not documented. */
export function readExtras(parameters: Parameters, mediaType: string): ReadExtras {
  const refuse = (message: string): ReadExtras => ({ ok: false, failure: invalidParameter(message) });
  const ghost = readBoolean(parameters, 'is_ghost_post');
  if (!ghost.ok) return ghost;
  const spoiler = readBoolean(parameters, 'is_spoiler_media');
  if (!spoiler.ok) return spoiler;
  const approvals = readBoolean(parameters, 'enable_reply_approvals');
  if (!approvals.ok) return approvals;
  const attachment = readTextAttachment(parameters);
  if (!attachment.ok) return attachment;
  const spoilers = readSpoilers(parameters);
  if (!spoilers.ok) return spoilers;
  const countries = readCountries(parameters);
  if (countries === null) return { ok: false, failure: invalidCountries };
  const gif = readGif(parameters);
  if (gif === undefined) return refuse('Param gif_attachment must have a gif_id and the provider GIPHY');

  if (spoiler.value && mediaType === 'TEXT') return refuse('Param is_spoiler_media is not supported for TEXT');
  if (gif !== null && mediaType !== 'TEXT') return refuse('Param gif_attachment is only supported for TEXT');
  if (gif !== null && parameters.has('poll_attachment'))
    return refuse('Param gif_attachment is not supported with poll_attachment');
  if (attachment.value !== null) {
    if (mediaType !== 'TEXT') return refuse('Param text_attachment is only supported for TEXT');
    if (parameters.has('poll_attachment')) return refuse('Param text_attachment is not supported with poll_attachment');
    if (attachment.value.link !== null && parameters.has('link_attachment'))
      return refuse('Param link_attachment is not supported with a link in text_attachment');
  }
  if (ghost.value) {
    if (mediaType !== 'TEXT') return refuse('Param is_ghost_post is only supported for TEXT');
    const other = NOT_FOR_GHOSTS.find((name) => parameters.has(name));
    if (other !== undefined) return refuse(`Param ${other} is not supported with is_ghost_post`);
  }
  const extras = {
    gifId: gif,
    isGhost: ghost.value,
    isSpoiler: spoiler.value,
    approvesReplies: approvals.value,
    attachment: attachment.value,
    spoilers: spoilers.value,
    countries,
  };
  return { ok: true, extras };
}

/**
 * Form of an id of GIPHY, as one publisher has it (docs.upload-post.com, Threads GIFs, checked
 * 2026-11).
 */
const GIF_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The id of the GIF; null without one, undefined for a broken one. Tenor, which Meta's Postman
 * collection still names, is gone since 2026-03-31 (Meta, Threads changelog, checked 2026-11).
 */
function readGif(parameters: Parameters): string | null | undefined {
  const given = parameters.get('gif_attachment');
  if (given === undefined) return null;
  const gif = parseJson(given);
  if (!isObject(gif) || gif.provider !== 'GIPHY') return undefined;
  return typeof gif.gif_id === 'string' && GIF_ID.test(gif.gif_id) ? gif.gif_id : undefined;
}
