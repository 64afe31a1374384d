import type { JsonObject } from '../../read-json.ts';
import { type Answer, created, ok, refusal } from './answer.ts';
import { type Caller, can, forbidden } from './caller.ts';
import { checkParams, dateTime, flag, oneOf, rawText, text, type Values, whole, wholeList } from './parameters.ts';
import { restUrl } from './permalinks.ts';
import { livePost } from './post-store.ts';
import { mayEdit } from './rights.ts';
import { toSlug, uniqueSlug } from './slugs.ts';
import { toPost } from './to-post.ts';
import { DEFAULT_CATEGORY_ID, type Post, postStatuses, type World } from './world.ts';

// WordPress REST API handbook, posts, and WordPress 6.1.9, class-wp-rest-posts-controller.php and
// wp_insert_post(), checked 2026-11.
const MINUTE_MS = 60_000;
const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;

const rules = {
  title: rawText,
  content: rawText,
  excerpt: rawText,
  status: oneOf(postStatuses),
  slug: text,
  date: dateTime,
  date_gmt: dateTime,
  author: whole(),
  categories: wholeList,
  tags: wholeList,
  featured_media: whole(),
  format: oneOf(formats),
  comment_status: oneOf(['open', 'closed']),
  sticky: flag,
};

type Written = Values<typeof rules>;

/** `POST /wp/v2/posts` */
export function createPost(world: World, caller: Caller, params: JsonObject): Answer {
  const read = checkParams(params, rules);
  if (!read.ok) return read.answer;
  const { user } = caller;
  if (!user || !can(caller, 'edit_posts'))
    return forbidden(caller, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
  const now = world.context.clock.now();
  const blank: Post = {
    id: world.lastId + 1,
    authorId: user.id,
    status: 'draft',
    slug: '',
    title: '',
    content: '',
    excerpt: '',
    categories: [DEFAULT_CATEGORY_ID],
    tags: [],
    featuredMedia: 0,
    format: 'standard',
    commentStatus: 'open',
    sticky: false,
    date: now,
    dateFloats: true,
    modified: now,
  };
  const post = write(world, caller, { before: blank, isNew: true, written: read.value });
  if ('status' in post && 'body' in post) return post;
  world.lastId = post.id;
  world.posts.set(post.id, post);
  return created(toPost(world, post, 'edit'), restUrl(world, `posts/${post.id}`));
}

/** `POST`, `PUT` or `PATCH /wp/v2/posts/{id}` */
export function updatePost(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, rules);
  if (!read.ok) return read.answer;
  const before = livePost(world, id);
  if (!before) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (!mayEdit(caller, before))
    return forbidden(caller, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.');
  const post = write(world, caller, { before, isNew: false, written: read.value });
  if ('status' in post && 'body' in post) return post;
  world.posts.set(id, post);
  return ok(toPost(world, post, 'edit'));
}

/** The post as it will be, or why it cannot be so. */
function write(
  world: World,
  caller: Caller,
  { before, isNew, written }: { readonly before: Post; readonly isNew: boolean; readonly written: Written },
): Post | Answer {
  const wanted = written.status ?? before.status;
  if (written.status && written.status !== 'draft' && written.status !== 'pending' && !can(caller, 'publish_posts')) {
    const kind = written.status === 'private' ? 'create private posts' : 'publish posts';
    return forbidden(caller, 'rest_cannot_publish', `Sorry, you are not allowed to ${kind} in this post type.`);
  }
  if (written.author !== undefined && written.author !== caller.user?.id && !can(caller, 'edit_others_posts')) {
    const verb = isNew ? 'create' : 'update';
    return forbidden(caller, 'rest_cannot_edit_others', `Sorry, you are not allowed to ${verb} posts as this user.`);
  }
  const { title = before.title, content = before.content, excerpt = before.excerpt } = written;
  if (title === '' && content === '' && excerpt === '')
    return refusal(400, 'empty_content', 'Content, title, and excerpt are empty.');
  if (written.featured_media && !world.media.has(written.featured_media))
    return refusal(400, 'rest_invalid_featured_media', 'Invalid featured media ID.');

  const now = world.context.clock.now();
  const givenDate = written.date ?? written.date_gmt;
  const floats = givenDate === undefined && before.dateFloats;
  const date = givenDate ?? (floats ? now : before.date);
  const status = statusByDate(wanted, date - now);
  const slug = written.slug === undefined ? before.slug : toSlug(written.slug);
  return {
    ...before,
    title,
    content,
    excerpt,
    status,
    slug: slugToKeep(world, { wanted: slug, title, status, isOwnWish: written.slug !== undefined, before }),
    authorId: written.author ?? before.authorId,
    // Ids of no category or tag are left out without a word.
    categories: written.categories?.filter((id) => world.categories.has(id)) ?? before.categories,
    tags: written.tags?.filter((id) => world.tags.has(id)) ?? before.tags,
    featuredMedia: written.featured_media ?? before.featuredMedia,
    format: written.format ?? before.format,
    commentStatus: written.comment_status ?? before.commentStatus,
    sticky: written.sticky ?? before.sticky,
    date,
    dateFloats: floats && isHeldBack(status),
    modified: now,
  };
}

/** A post a minute ahead or more is scheduled; a scheduled one that is due is public. */
function statusByDate(status: Post['status'], dueInMs: number): Post['status'] {
  if (status === 'publish' && dueInMs >= MINUTE_MS) return 'future';
  if (status === 'future' && dueInMs < MINUTE_MS) return 'publish';
  return status;
}

/** A draft without a slug has none until it is published. */
function slugToKeep(
  world: World,
  post: { wanted: string; title: string; status: Post['status']; isOwnWish: boolean; before: Post },
): string {
  const { wanted, title, status, isOwnWish, before } = post;
  if (!isHeldBack(status)) return uniqueSlug(world, wanted || toSlug(title) || String(before.id), before);
  return wanted !== '' && isOwnWish && world.habits.draftSlugs === 'unique'
    ? uniqueSlug(world, wanted, before)
    : wanted;
}

function isHeldBack(status: Post['status']): boolean {
  return status === 'draft' || status === 'pending';
}
