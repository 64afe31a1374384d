import type { JsonObject } from '../../read-json.ts';
import { type Answer, created, ok, refusal } from './answer.ts';
import { type Caller, can, forbidden } from './caller.ts';
import { pickFields } from './fields.ts';
import { context, listAnswer, listRules, matches, startOf } from './list.ts';
import { checkParams, flag, rawText, text, textList, whole, wholeList } from './parameters.ts';
import { restUrl } from './permalinks.ts';
import { livePost } from './post-store.ts';
import { receiveFile, type SentUpload } from './receive-file.ts';
import { mayEdit } from './rights.ts';
import { toMedia } from './to-media.ts';
import type { Media, World } from './world.ts';

// WordPress REST API handbook, media, and WordPress 6.1.9,
// class-wp-rest-attachments-controller.php, checked 2026-11.

const written = { title: rawText, caption: rawText, description: rawText, alt_text: text, post: whole() };
const listed = {
  ...listRules,
  offset: whole(),
  slug: textList,
  author: wholeList,
  include: wholeList,
  media_type: text,
  parent: wholeList,
};

/** `POST /wp/v2/media` */
export function uploadMedia(world: World, caller: Caller, params: JsonObject, upload: SentUpload): Answer {
  const read = checkParams(params, written);
  if (!read.ok) return read.answer;
  const { user } = caller;
  if (!user || !can(caller, 'upload_files'))
    return forbidden(caller, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
  const { title, caption = '', description = '', alt_text = '', post } = read.value;
  const parent = post ? livePost(world, post) : undefined;
  if (post && !(parent && mayEdit(caller, parent)))
    return forbidden(caller, 'rest_cannot_edit', 'Sorry, you are not allowed to upload media to this post.');

  const file = receiveFile(world, upload);
  if (!file.ok) return file.answer;
  const { slug, name, ...stored } = file.value;
  const media: Media = {
    ...stored,
    id: ++world.lastId,
    authorId: user.id,
    slug,
    title: title ?? name,
    altText: alt_text,
    caption,
    description,
    post: post || null,
    date: world.context.clock.now(),
  };
  world.media.set(media.id, media);
  return created(toMedia(world, media, 'edit'), restUrl(world, `media/${media.id}`));
}

/** `POST /wp/v2/media/{id}` */
export function updateMedia(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, written);
  if (!read.ok) return read.answer;
  const media = world.media.get(id);
  if (!media) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (!mayChange(caller, media))
    return forbidden(caller, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.');
  const { title, caption, description, alt_text, post } = read.value;
  if (title !== undefined) media.title = title;
  if (caption !== undefined) media.caption = caption;
  if (description !== undefined) media.description = description;
  if (alt_text !== undefined) media.altText = alt_text;
  if (post !== undefined) media.post = post || null;
  return ok(toMedia(world, media, 'edit'));
}

/** `GET /wp/v2/media` */
export function listMedia(world: World, _caller: Caller, params: JsonObject): Answer {
  const read = checkParams(params, listed);
  if (!read.ok) return read.answer;
  const { search, slug, author, include, media_type, parent, per_page = 10, order } = read.value;
  const found = [...world.media.values()]
    .filter((media) => matches(search, media.title, media.caption, media.file))
    .filter((media) => slug?.includes(media.slug) ?? true)
    .filter((media) => author?.includes(media.authorId) ?? true)
    .filter((media) => include?.includes(media.id) ?? true)
    .filter((media) => parent?.includes(media.post ?? 0) ?? true)
    .filter((media) => media_type === undefined || media.mimeType.startsWith(`${media_type}/`))
    .sort((a, b) => a.id - b.id);
  if (order !== 'asc') found.reverse();
  const start = startOf(read.value);
  const items = found.slice(start, start + per_page).map((media) => toMedia(world, media, 'view'));
  return listAnswer(items, { total: found.length, per_page, fields: params._fields });
}

/** `GET /wp/v2/media/{id}` */
export function showMedia(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, { context });
  if (!read.ok) return read.answer;
  const media = world.media.get(id);
  if (!media) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (read.value.context === 'edit' && !mayChange(caller, media))
    return forbidden(caller, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.');
  return ok(pickFields(toMedia(world, media, read.value.context ?? 'view'), params._fields));
}

/** `DELETE /wp/v2/media/{id}`: only for good, so only with `force`. */
export function deleteMedia(world: World, caller: Caller, params: JsonObject, id: number): Answer {
  const read = checkParams(params, { force: flag });
  if (!read.ok) return read.answer;
  const media = world.media.get(id);
  if (!media) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (!mayChange(caller, media))
    return forbidden(caller, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.');
  if (!read.value.force)
    return refusal(501, 'rest_trash_not_supported', "The post does not support trashing. Set 'force=true' to delete.");
  const previous = toMedia(world, media, 'edit');
  world.media.delete(id);
  world.hub.uploads.remove(media.file);
  return ok({ deleted: true, previous });
}

/** One's own files, and for editors those of others. */
function mayChange(caller: Caller, { authorId }: Media): boolean {
  return caller.user?.id === authorId ? can(caller, 'edit_posts') : can(caller, 'edit_others_posts');
}
