import type { JsonObject } from '../../read-json.ts';
import { type Answer, created, refusal } from './answer.ts';
import { type Caller, can, forbidden } from './caller.ts';
import { pickFields } from './fields.ts';
import { checkParams, missingParams, text } from './parameters.ts';
import { restUrl, tagLink } from './permalinks.ts';
import { toSlug } from './slugs.ts';
import type { World } from './world.ts';

// WordPress 6.1.9, class-wp-rest-terms-controller.php and wp_insert_term(), checked 2026-11.

/** `POST /wp/v2/tags`: whoever may write posts makes tags, each name once. */
export function createTag(world: World, caller: Caller, params: JsonObject): Answer {
  if (params.name === undefined) return missingParams('name');
  const read = checkParams(params, { name: text });
  if (!read.ok) return read.answer;
  const { name = '' } = read.value;
  if (!can(caller, 'edit_posts'))
    return forbidden(caller, 'rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.');
  // An error without a status is a 500.
  if (name.trim() === '') return refusal(500, 'empty_term_name', 'A name is required for this term.');
  const known = [...world.tags.values()].find((tag) => tag.name.toLowerCase() === name.trim().toLowerCase());
  if (known) {
    const message = 'A term with the name provided already exists in this taxonomy.';
    return refusal(400, 'term_exists', message, { term_id: known.id });
  }
  const taken = new Set([...world.tags.values()].map(({ slug }) => slug));
  let slug = toSlug(name) || `tag-${world.lastTagId + 1}`;
  for (let number = 2; taken.has(slug); number++) slug = `${toSlug(name)}-${number}`;
  const tag = { id: ++world.lastTagId, slug, name: name.trim() };
  world.tags.set(tag.id, tag);
  const shown = { ...tag, count: 0, description: '', link: tagLink(world, tag), taxonomy: 'post_tag', meta: [] };
  return created(pickFields(shown, params._fields), restUrl(world, `tags/${tag.id}`));
}
