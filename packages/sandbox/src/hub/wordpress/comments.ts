import { escapeHtml } from '../../html.ts';
import type { JsonObject } from '../../read-json.ts';
import { type Answer, created, ok, refusal } from './answer.ts';
import { type Caller, can, forbidden } from './caller.ts';
import { pickFields } from './fields.ts';
import { context, listAnswer, listRules, matches, startOf } from './list.ts';
import { checkParams, flag, rawText, text, whole, wholeList } from './parameters.ts';
import { dateText, linkOf, restUrl } from './permalinks.ts';
import { livePost, livePosts } from './post-store.ts';
import { mayRead } from './rights.ts';
import { renderContent } from './to-post.ts';
import type { Comment, Post, World } from './world.ts';

// WordPress REST API handbook, comments, and WordPress 6.1.9, class-wp-rest-comments-controller.php
// and wp_allow_comment(), checked 2026-11.
const FLOOD_MS = 15_000;
const DUPLICATE = 'Duplicate comment detected; it looks as though you&#8217;ve already said that!';

/** `POST /wp/v2/comments` */
export function createComment(world: World, caller: Caller, params: JsonObject): Answer {
  const read = checkParams(params, { post: whole(), content: rawText, parent: whole() });
  if (!read.ok) return read.answer;
  const { user } = caller;
  if (!user) return refusal(401, 'rest_comment_login_required', 'Sorry, you must be logged in to comment.');
  const { content = '', parent = 0 } = read.value;
  const post = livePost(world, read.value.post ?? 0);
  const refused = postRefusal(caller, post);
  if (!post || refused) return refused ?? withoutPost();
  if (content.trim() === '') return refusal(400, 'rest_comment_content_invalid', 'Invalid comment content.');

  const now = world.context.clock.now();
  const own = [...world.comments.values()].filter(({ authorId }) => authorId === user.id);
  const isSame = (each: Comment) => each.postId === post.id && each.parent === parent && each.content === content;
  if (own.some(isSame)) return refusal(409, 'comment_duplicate', DUPLICATE);
  const isModerator = can(caller, 'moderate_comments');
  if (!isModerator && own.some(({ date }) => now - date < FLOOD_MS))
    return refusal(400, 'comment_flood', 'You are posting comments too quickly. Slow down.');

  const trusted = isModerator || post.authorId === user.id || own.some(({ status }) => status === 'approved');
  const comment: Comment = {
    id: ++world.lastCommentId,
    postId: post.id,
    parent,
    authorId: user.id,
    authorName: user.name,
    content,
    date: now,
    status: trusted && !world.habits.moderation ? 'approved' : 'hold',
  };
  world.comments.set(comment.id, comment);
  return created(toComment(world, comment, isModerator), restUrl(world, `comments/${comment.id}`));
}

/** `GET /wp/v2/comments`: approved ones of posts that the caller may read. */
export function listComments(world: World, caller: Caller, params: JsonObject): Answer {
  const read = checkParams(params, { ...listRules, post: wholeList, status: text, author: wholeList, offset: whole() });
  if (!read.ok) return read.answer;
  const { post: postIds, status = 'approve', author, search, per_page = 10, order } = read.value;
  const forbiddenPost = postIds?.map((id) => livePost(world, id)).find((post) => post && !mayRead(caller, post));
  if (forbiddenPost) return cannotReadPost(caller);
  if (status !== 'approve' && !can(caller, 'edit_posts'))
    return forbidden(caller, 'rest_forbidden_param', 'Query parameter not permitted: status');
  const readable = new Set(livePosts(world).flatMap((post) => (mayRead(caller, post) ? [post.id] : [])));
  const found = [...world.comments.values()]
    .filter((comment) => comment.status === (status === 'approve' ? 'approved' : status) || status === 'all')
    .filter(({ postId }) => readable.has(postId) && (postIds?.includes(postId) ?? true))
    .filter(({ authorId }) => author?.includes(authorId) ?? true)
    .filter(({ content }) => matches(search, content));
  if (order !== 'asc') found.reverse();
  const start = startOf(read.value);
  const edits = read.value.context === 'edit' && can(caller, 'moderate_comments');
  const items = found.slice(start, start + per_page).map((comment) => toComment(world, comment, edits));
  return listAnswer(items, { total: found.length, per_page, fields: params._fields });
}

/** `GET /wp/v2/comments/{id}` */
export function showComment(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, { context });
  if (!read.ok) return read.answer;
  const comment = world.comments.get(id);
  if (!comment) return refusal(404, 'rest_comment_invalid_id', 'Invalid comment ID.');
  const post = livePost(world, comment.postId);
  if (post && !mayRead(caller, post)) return cannotReadPost(caller);
  const isOwn = caller.user?.id === comment.authorId;
  if (comment.status !== 'approved' && !isOwn && !can(caller, 'moderate_comments'))
    return forbidden(caller, 'rest_cannot_read', 'Sorry, you are not allowed to read this comment.');
  return ok(pickFields(toComment(world, comment, can(caller, 'moderate_comments')), params._fields));
}

/** `DELETE /wp/v2/comments/{id}`: for moderators. The simulator has no trash for comments. */
export function deleteComment(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, { force: flag });
  if (!read.ok) return read.answer;
  const comment = world.comments.get(id);
  if (!comment) return refusal(404, 'rest_comment_invalid_id', 'Invalid comment ID.');
  if (!can(caller, 'moderate_comments'))
    return forbidden(caller, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this comment.');
  world.comments.delete(id);
  return ok({ deleted: true, previous: toComment(world, comment, true) });
}

function postRefusal(caller: Caller, post: Post | undefined): Answer | null {
  if (!post) return withoutPost();
  const message = 'Sorry, you are not allowed to create a comment on this post.';
  if (post.status === 'draft') return refusal(403, 'rest_comment_draft_post', message);
  if (post.status === 'trash') return refusal(403, 'rest_comment_trash_post', message);
  if (!mayRead(caller, post)) return cannotReadPost(caller);
  if (post.commentStatus === 'closed')
    return refusal(403, 'rest_comment_closed', 'Sorry, comments are closed for this item.');
  return null;
}

function withoutPost(): Answer {
  const message = 'Sorry, you are not allowed to create this comment without a post.';
  return refusal(403, 'rest_comment_invalid_post_id', message);
}

function cannotReadPost(caller: Caller): Answer {
  return forbidden(caller, 'rest_cannot_read_post', 'Sorry, you are not allowed to read the post for this comment.');
}

function toComment(world: World, comment: Comment, edits: boolean): JsonObject {
  const { id, postId, parent, authorId, authorName, content, date, status } = comment;
  const post = world.posts.get(postId);
  return {
    id,
    post: postId,
    parent,
    author: authorId,
    author_name: escapeHtml(authorName),
    author_url: '',
    date: dateText(date),
    date_gmt: dateText(date),
    content: { rendered: renderContent(content), ...(edits && { raw: content }) },
    link: post ? `${linkOf(world, post)}#comment-${id}` : '',
    status,
    type: 'comment',
    meta: [],
    _links: {
      self: [{ href: restUrl(world, `comments/${id}`) }],
      collection: [{ href: restUrl(world, 'comments') }],
      up: [{ embeddable: true, post_type: 'post', href: restUrl(world, `posts/${postId}`) }],
    },
  };
}
