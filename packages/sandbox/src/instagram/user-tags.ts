import type { ReadParameter } from '../meta/graph/boolean-parameter.ts';
import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';
import type { Parameters } from '../meta/graph/parameters.ts';
import type { PersonTag } from '../post/post-view.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import type { ContainerKind } from './container-kind.ts';
import * as failures from './failures.ts';

const MAX_TAGS = 20;

/** True for the form of a user name. The sandbox has no list of all people of Instagram. */
export function isUserName(text: string): boolean {
  return /^[A-Za-z0-9._]{1,30}$/.test(text);
}

/**
 * Reads `user_tags`: a JSON list of user names, with `x` and `y` from 0 to 1, which a feed picture
 * must have and a story may have (Meta, IG user media, checked 2026-11). Reels have names alone,
 * and so have videos of carousels by Zernio's reference (InstagramPlatformData, checked 2026-11),
 * though Meta's page says that those have no tags.
 *
 * Not known, and assumed: coordinates on a video of the feed, one coordinate without the other, and
 * tags of a carousel itself are refused, not ignored.
 */
export function readUserTags(parameters: Parameters, container: ContainerKind): ReadParameter<readonly PersonTag[]> {
  const text = parameters.get('user_tags');
  if (text === undefined) return { ok: true, value: [] };
  if (container.kind === 'carousel') return refuse(invalidParameter('Param user_tags is not allowed on carousels'));
  const list = parseJson(text);
  if (!Array.isArray(list)) return refuse(invalidParameter('Param user_tags must be an array.'));
  if (list.length > MAX_TAGS) return refuse(failures.tooManyMentions);
  const tags: PersonTag[] = [];
  for (const [index, entry] of list.entries()) {
    const tag = readTag(entry, `user_tags[${index}]`, container);
    if (!tag.ok) return tag;
    tags.push(tag.value);
  }
  const wrong = tags.map(({ username }) => username).filter((name) => !isUserName(name));
  return wrong.length > 0 ? refuse(failures.untaggable(wrong)) : { ok: true, value: tags };
}

function readTag(entry: unknown, at: string, { kind, product }: ContainerKind): ReadParameter<PersonTag> {
  if (!isObject(entry)) return refuse(invalidParameter(`Param ${at} must be an object`));
  const { username } = entry;
  if (typeof username !== 'string' || username === '')
    return refuse(invalidParameter(`The parameter ${at}['username'] is required`));
  const isFeedPicture = kind === 'image' && product === 'FEED';
  const isPlaced = entry.x !== undefined || entry.y !== undefined;
  if (!isFeedPicture && !isPlaced) return { ok: true, value: { username, x: null, y: null } };
  if (kind === 'video' && product !== 'STORY')
    return refuse(invalidParameter(`Param ${at}['x'] is only supported for images and stories`));
  const x = readShare(entry, 'x', at);
  if (!x.ok) return x;
  const y = readShare(entry, 'y', at);
  return y.ok ? { ok: true, value: { username, x: x.value, y: y.value } } : y;
}

/**
 * Reads the distance from the left or the upper edge. Live message for a number above 1, a text is
 * refused too (Buffer, create Instagram post with user tags, checked 2026-11).
 */
function readShare(entry: JsonObject, name: 'x' | 'y', at: string): ReadParameter<number> {
  const value = entry[name];
  if (value === undefined) return refuse(invalidParameter(`The parameter ${at}['${name}'] is required`));
  if (typeof value !== 'number') return refuse(invalidParameter(`Param ${at}['${name}'] must be a number`));
  if (value > 1) return refuse(invalidParameter(`Param ${at}['${name}'] must be a number less than or equal to 1`));
  if (value < 0) return refuse(invalidParameter(`Param ${at}['${name}'] must be a number greater than or equal to 0`));
  return { ok: true, value };
}

function refuse(failure: GraphFailure): { readonly ok: false; readonly failure: GraphFailure } {
  return { ok: false, failure };
}
