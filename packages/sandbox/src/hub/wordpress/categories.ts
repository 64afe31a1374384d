import type { JsonObject } from '../../read-json.ts';
import { type Answer, ok, refusal } from './answer.ts';
import { type Caller, can, forbidden } from './caller.ts';
import { pickFields } from './fields.ts';
import { context, listAnswer, listRules, matches, startOf } from './list.ts';
import { checkParams, flag, oneOf, textList, whole, wholeList } from './parameters.ts';
import { categoryLink, restUrl } from './permalinks.ts';
import { livePosts } from './post-store.ts';
import { toSlug } from './slugs.ts';
import type { Category, World } from './world.ts';

// WordPress REST API handbook, categories, checked 2026-11; parameters as WordPress 6.1.9 registers
// them.
const orders = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'] as const;

const rules = {
  ...listRules,
  orderby: oneOf(orders),
  hide_empty: flag,
  parent: whole(),
  slug: textList,
  include: wholeList,
  exclude: wholeList,
  offset: whole(),
};

/** `GET /wp/v2/categories` */
export function listCategories(world: World, _caller: Caller, params: JsonObject): Answer {
  const read = checkParams(params, rules);
  if (!read.ok) return read.answer;
  const { search, slug, include, exclude, parent, per_page, page, offset, order, orderby = 'name' } = read.value;
  const slugs = slug?.map(toSlug);
  const counts = countByCategory(world);
  const found = [...world.categories.values()]
    .filter((each) => matches(search, each.name, each.slug))
    .filter((each) => slugs === undefined || slugs.includes(each.slug))
    .filter((each) => include === undefined || include.includes(each.id))
    .filter((each) => !exclude?.includes(each.id))
    .filter((each) => parent === undefined || each.parent === parent)
    .filter((each) => !read.value.hide_empty || (counts.get(each.id) ?? 0) > 0)
    .sort(comparator(orderby, counts));
  if (order === 'desc') found.reverse();

  const kept = world.habits.categoryOffset === 'kept' ? { offset } : {};
  const start = startOf({ page, per_page, ...kept });
  const shown = found.slice(start, start + (per_page ?? 10));
  const items = shown.map((each) => toCategory(world, each, counts));
  return listAnswer(items, { total: found.length, per_page, fields: params._fields });
}

/** `GET /wp/v2/categories/{id}` */
export function showCategory(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, { context });
  if (!read.ok) return read.answer;
  const category = world.categories.get(id);
  if (!category) return refusal(404, 'rest_term_invalid', 'Term does not exist.');
  if (read.value.context === 'edit' && !can(caller, 'manage_categories'))
    return forbidden(caller, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this term.');
  return ok(pickFields(toCategory(world, category, countByCategory(world)), params._fields));
}

function toCategory(world: World, category: Category, counts: ReadonlyMap<number, number>): JsonObject {
  const { id, description, name, slug, parent } = category;
  const self = restUrl(world, `categories/${id}`);
  return {
    id,
    count: counts.get(id) ?? 0,
    description,
    link: categoryLink(world, category),
    name,
    slug,
    taxonomy: 'category',
    parent,
    meta: [],
    _links: { self: [{ href: self }], collection: [{ href: restUrl(world, 'categories') }] },
  };
}

/** Published posts alone count. */
function countByCategory(world: World): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const post of livePosts(world)) {
    if (post.status !== 'publish') continue;
    for (const id of post.categories) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function comparator(orderby: (typeof orders)[number], counts: ReadonlyMap<number, number>) {
  return (a: Category, b: Category): number => {
    if (orderby === 'id') return a.id - b.id;
    if (orderby === 'count') return (counts.get(a.id) ?? 0) - (counts.get(b.id) ?? 0);
    if (orderby === 'slug' || orderby === 'description') return a[orderby].localeCompare(b[orderby], 'en');
    return a.name.localeCompare(b.name, 'en');
  };
}
