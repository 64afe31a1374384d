import { type HubWriteCall, spaceNotFound } from '@fanfare/hub';
import { type Answer, readAnswer, repeatSoon } from '@fanfare/network';
import { changeHidden } from './call-wordpress.ts';
import { findCategory } from './categories.ts';
import { ExistingTagAnswer, TagAnswer } from './wire.ts';

/**
 * The ids of the categories of a post: the one of its space, and those that its options name. A
 * site without one of them throws `space_not_found`.
 */
export async function findCategories(call: HubWriteCall, slugs: readonly string[] = []): Promise<readonly number[]> {
  const space = await call.findSpace();
  const ids = space === null ? [] : [Number(space.id)];
  for (const slug of slugs) {
    const category = await findCategory(call, slug);
    if (category === null) throw spaceNotFound(slug);
    ids.push(Number(category.id));
  }
  return [...new Set(ids)];
}

/** The ids of tags by their names. A missing one is made, which authors may do. */
export async function findTags(call: HubWriteCall, names: readonly string[] = []): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await repeatSoon(call, () => makeTag(call, name)));
  return [...new Set(ids)];
}

const isThere = ({ json }: Answer): boolean => ExistingTagAnswer.safeParse(json).success;

/**
 * Makes a tag. For a name that is in use WordPress answers 400 `term_exists` with the id of the tag
 * (WordPress 6.1.9, class-wp-rest-terms-controller.php, checked 2026-11), so that it can be made
 * any number of times.
 */
async function makeTag(call: HubWriteCall, name: string): Promise<number> {
  const request = { route: 'tags', query: { _fields: 'id' }, body: { json: { name } }, on: 'draft' } as const;
  const answer = await changeHidden(call, { ...request, accepts: isThere });
  const known = ExistingTagAnswer.safeParse(answer.json);
  return known.success ? known.data.data.term_id : readAnswer('WordPress', TagAnswer, answer, 'a tag').id;
}
