import type { SentFile } from '../../read-multipart.ts';
import { sniffMedia } from '../../sniff-media.ts';
import type { HubUser } from '../hub.ts';
import { type Answer, insufficientScope, invalidRequest, ok, refusal, withAddress } from './answer.ts';
import { scopeFor } from './token.ts';
import type { MediaFile, World } from './world.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** A file that is no picture and no video. Indiekit answers it with 500. */
export const UNKNOWN_TYPE = refusal(500, 'indiekit', 'Cannot read the type of this file');

/** `POST {media endpoint}` with one part called `file` (W3C Micropub, 3.6). */
export function receiveMedia(world: World, user: HubUser, files: readonly SentFile[]): Answer {
  if (scopeFor(user, 'media') === null) return insufficientScope('media');
  const file = files.find(({ field }) => field === 'file');
  if (!file) return refusal(400, 'invalid_request', 'No file included in request');
  const stored = storeFile(world, user, file);
  if (!stored) return UNKNOWN_TYPE;
  const description = `Media uploaded to ${stored.url}`;
  const body = { success: 'create', success_description: description };
  return withAddress(world, { status: world.habits.mediaStatus, body }, stored.url);
}

/** `action=delete` at the media endpoint, an extension that Indiekit has. */
export function deleteMedia(world: World, user: HubUser, url: unknown): Answer {
  if (scopeFor(user, 'delete') === null) return insufficientScope('delete');
  if (typeof url !== 'string') return invalidRequest('Missing parameter: `url`');
  const file = world.media.get(url);
  if (!file) return refusal(404, 'not_found', `No database record found for ${url}`);
  world.media.delete(url);
  world.hub.uploads.remove(file.file);
  return ok({ success: 'delete', success_description: `File deleted from ${url}` });
}

/** Null for what is no picture and no video. */
export function storeFile(world: World, user: HubUser, { bytes }: SentFile): MediaFile | null {
  const contentType = sniffMedia(bytes);
  const extension = contentType === null ? undefined : extensions[contentType];
  if (contentType === null || extension === undefined) return null;
  const uploaded = world.context.clock.now();
  const day = new Date(uploaded).toISOString().slice(0, 10).replaceAll('-', '/');
  const file = `${day}/${world.context.randomHex(5)}.${extension}`;
  world.hub.uploads.put(file, bytes, contentType);
  const url = `${world.hub.url()}/files/${file}`;
  const media = { url, file, contentType, bytes: bytes.byteLength, authorId: user.id, uploaded };
  world.media.set(url, media);
  return media;
}
