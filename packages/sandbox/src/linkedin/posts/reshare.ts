import { textAt, valueAt } from '../restli/body-path.ts';
import { illegalArgument, invalidValue, refusal, wrongUrnType } from '../restli/refusals.ts';
import type { Reply } from '../restli/reply.ts';
import type { Schema } from '../restli/restli-schema.ts';
import { readUrn } from '../urns.ts';
import type { World } from '../world.ts';
import { livePost } from './posts.ts';

/**
 * `reshareContext` of a post: its parent; LinkedIn adds the root (Microsoft Learn, Posts API,
 * checked 2026-11).
 */
export const reshareSchema: Schema = { fields: { parent: 'string', root: 'string' }, optional: ['root'] };

/**
 * Refuses a post that may not be reshared so; null for any other. A parent is a share or a ugcPost
 * that its author lets be reshared. The texts of the refusals are not documented.
 */
export function reshareRefusal(world: World, body: unknown): Reply | null {
  if (valueAt(body, 'reshareContext') === undefined) return null;
  const parent = textAt(body, 'reshareContext', 'parent');
  const type = readUrn(parent)?.type;
  if (type !== 'share' && type !== 'ugcPost')
    return wrongUrnType('/reshareContext/parent', parent, 'urn:li:share or urn:li:ugcPost');
  if (valueAt(body, 'content') !== undefined) return illegalArgument('A reshare has no content of its own');
  const post = livePost(world, parent);
  if (!post) return refusal(400, 'INVALID_URN_ID', 'The URN ID provided is invalid');
  return post.isReshareDisabledByAuthor ? invalidValue('/reshareContext/parent', parent) : null;
}
