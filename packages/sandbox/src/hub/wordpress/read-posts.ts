import type { JsonObject } from '../../read-json.ts';
import { type Answer, ok, refusal } from './answer.ts';
import { type Caller, can, forbidden } from './caller.ts';
import { pickFields } from './fields.ts';
import { context, listAnswer, listRules, matches, startOf } from './list.ts';
import { checkParams, dateTime, flag, oneOf, textList, whole, wholeList } from './parameters.ts';
import { livePost, livePosts } from './post-store.ts';
import { mayDelete, mayEdit, mayRead } from './rights.ts';
import { toSlug } from './slugs.ts';
import { toPost } from './to-post.ts';
import { type Post, postStatuses, type World } from './world.ts';

const orders = ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'];
const knownStatuses = [...postStatuses, 'trash', 'any'];

const rules = {
  ...listRules,
  offset: whole(),
  orderby: oneOf(orders),
  slug: textList,
  status: textList,
  author: wholeList,
  categories: wholeList,
  include: wholeList,
  exclude: wholeList,
  after: dateTime,
  before: dateTime,
  sticky: flag,
};

/** `GET /wp/v2/posts`. The total counts all; unreadable posts are left out. */
export function listPosts(world: World, caller: Caller, params: JsonObject): Answer {
  const read = checkParams(params, { ...rules, status: statusRule(caller) });
  if (!read.ok) return read.answer;
  const values = read.value;
  const view = values.context ?? 'view';
  if (view === 'edit' && !can(caller, 'edit_posts'))
    return forbidden(caller, 'rest_forbidden_context', 'Sorry, you are not allowed to edit posts in this post type.');
  const statuses = values.status ?? ['publish'];
  const slugs = values.slug?.map(toSlug);
  const found = livePosts(world)
    .filter(({ status }) => statuses.includes(status) || (statuses.includes('any') && status !== 'trash'))
    .filter(({ slug }) => slugs === undefined || slugs.includes(slug))
    .filter(({ authorId }) => values.author === undefined || values.author.includes(authorId))
    .filter(({ categories }) => values.categories?.some((id) => categories.includes(id)) ?? true)
    .filter(({ id }) => (values.include?.includes(id) ?? true) && !values.exclude?.includes(id))
    .filter(({ date }) => date > (values.after ?? -Infinity) && date < (values.before ?? Infinity))
    .filter((post) => matches(values.search, post.title, post.content, post.excerpt))
    .sort(comparator(values.orderby ?? 'date'));
  if (values.order !== 'asc') found.reverse();

  const { page = 1, per_page = 10 } = values;
  if (values.offset === undefined && page > 1 && found.length > 0 && (page - 1) * per_page >= found.length) {
    const message = 'The page number requested is larger than the number of pages available.';
    return refusal(400, 'rest_post_invalid_page_number', message);
  }
  const start = startOf(values);
  const shown = found.slice(start, start + per_page).filter((post) => mayRead(caller, post));
  const items = shown.map((post) => toPost(world, post, view));
  return listAnswer(items, { total: found.length, per_page, fields: params._fields });
}

/** `GET /wp/v2/posts/{id}` */
export function showPost(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, { context });
  if (!read.ok) return read.answer;
  const post = livePost(world, id);
  if (!post) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (read.value.context === 'edit' && !mayEdit(caller, post))
    return forbidden(caller, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.');
  if (!mayRead(caller, post)) return forbidden(caller, 'rest_forbidden', 'Sorry, you are not allowed to do that.');
  return ok(pickFields(toPost(world, post, read.value.context), params._fields));
}

/** `DELETE /wp/v2/posts/{id}`: into the trash, or for good with `force`. */
export function deletePost(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, { force: flag });
  if (!read.ok) return read.answer;
  const post = livePost(world, id);
  if (!post) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (!mayDelete(caller, post))
    return forbidden(caller, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.');
  if (read.value.force) {
    world.posts.delete(id);
    return ok({ deleted: true, previous: toPost(world, post, 'edit') });
  }
  if (post.status === 'trash') return refusal(410, 'rest_already_trashed', 'The post has already been deleted.');
  trashPost(post);
  return ok(toPost(world, post, 'edit'));
}

/** A post in the trash gives its slug free. */
export function trashPost(post: Post): void {
  post.status = 'trash';
  post.slug = `${post.slug || `auto-draft-${post.id}`}__trashed`;
}

/** Statuses other than `publish` are for people who may write posts. */
function statusRule(caller: Caller) {
  return (value: unknown, name: string) => {
    const statuses = textList(value, name);
    if (!statuses.ok) return statuses;
    for (const status of statuses.value) {
      if (status === 'publish') continue;
      if (!can(caller, 'edit_posts')) {
        const problem = {
          code: 'rest_forbidden_status',
          message: 'Status is forbidden.',
          data: { status: caller.user ? 403 : 401 },
        };
        return { ok: false as const, problem };
      }
      const known = oneOf(knownStatuses)(status, `${name}[0]`);
      if (!known.ok) return known;
    }
    return statuses;
  };
}

function comparator(orderby: string) {
  return (a: Post, b: Post): number => {
    if (orderby === 'id') return a.id - b.id;
    if (orderby === 'slug' || orderby === 'title') return a[orderby].localeCompare(b[orderby], 'en');
    if (orderby === 'modified') return a.modified - b.modified || a.id - b.id;
    return a.date - b.date || a.id - b.id;
  };
}
