import type { Handling, SignedIn } from './handling.ts';
import { json, type Reply, refuse } from './reply.ts';
import { type Attachment, nextId } from './world.ts';

/** Mastodon, Posting to your profile, Files; Instance entity, `media_attachments` (2026-11). */
const IMAGE_BYTES = 16_777_216;
const VIDEO_BYTES = 103_809_024;
const DESCRIPTION_CHARACTERS = 1500;
const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/heic', 'image/heif'];
const VIDEOS = ['video/mp4', 'video/quicktime', 'video/webm', 'video/ogg'];

/** The entity without unused fields (Mastodon, MediaAttachment entity, checked 2026-11). */
export function mediaEntity(origin: string, media: Attachment): Record<string, unknown> {
  return {
    id: media.id,
    type: media.type,
    url: media.looksLeft > 0 ? null : `${origin}/media/${media.id}`,
    preview_url: `${origin}/media/${media.id}`,
    remote_url: null,
    description: media.description,
  };
}

/** Images are done at once, videos later (Mastodon, media methods, async upload, 2026-11). */
export function upload({ world, person, request }: SignedIn): Reply {
  const file = request.file('file');
  if (!file) return refuse(400, 'param is missing or the value is empty: file');
  const isVideo = VIDEOS.includes(file.contentType);
  if (!isVideo && !IMAGES.includes(file.contentType))
    return refuse(422, 'Validation failed: File content type is invalid, File is invalid');
  if (file.bytes.length > (isVideo ? VIDEO_BYTES : IMAGE_BYTES))
    return refuse(422, 'Validation failed: File file size must be less than the limit');
  const description = request.field('description');
  if (description !== null && description.length > DESCRIPTION_CHARACTERS)
    return refuse(422, 'Validation failed: Description is too long (maximum is 1500 characters)');
  const media: Attachment = {
    id: nextId(world),
    owner: person,
    type: isVideo ? 'video' : 'image',
    bytes: file.bytes,
    contentType: file.contentType,
    description,
    looksLeft: isVideo ? world.videoLooks : 0,
    statusId: null,
  };
  world.media.push(media);
  return json(media.looksLeft > 0 ? 202 : 200, mediaEntity(request.url.origin, media));
}

/** Mastodon, media methods, Get media attachment (checked 2026-11): 206 while it is processed. */
export function lookAtMedia({ world, person, request, parts: [id] }: SignedIn): Reply {
  const media = world.media.find((each) => each.id === id && each.owner === person && each.statusId === null);
  if (!media) return refuse(404, 'Record not found');
  if (media.looksLeft === 0) return json(200, mediaEntity(request.url.origin, media));
  media.looksLeft -= 1;
  return json(206, mediaEntity(request.url.origin, media));
}

/** The file at the address of an attachment. */
export function mediaFile({ world, parts: [id] }: Handling): Reply {
  const media = world.media.find((each) => each.id === id);
  return media
    ? { status: 200, headers: { 'content-type': media.contentType }, body: media.bytes }
    : refuse(404, 'Record not found');
}
