import { readImageFacts } from '../../image-facts.ts';
import type { JsonObject } from '../../read-json.ts';
import { sniffMedia } from '../../sniff-media.ts';
import { readVideoFacts } from '../../video-facts.ts';
import { type Answer, allowed, type Checked, invalidRequest, refused } from '../answers.ts';
import type { XMedia } from '../content.ts';
import type { XPerson, XWorld } from '../world.ts';
import { type Family, familyOfCategory, isPostableImage, isPostableVideo, MEDIA_LIFE_SECONDS } from './media-limits.ts';

// The number before the underscore of a media key gives the kind.
const keyPrefixes: Readonly<Record<string, string>> = { image: '3', gif: '16', video: '13' };

export function createMedia(
  world: XWorld,
  owner: XPerson,
  upload: Pick<XMedia, 'category' | 'mediaType' | 'totalBytes'>,
): XMedia {
  const media: XMedia = {
    id: world.nextId(),
    ownerId: owner.id,
    ...upload,
    expiresAtMs: world.clock.now() + MEDIA_LIFE_SECONDS * 1_000,
    segments: new Map(),
    content: null,
    processing: null,
    altText: null,
    sensitive: [],
    subtitles: new Map(),
  };
  world.state.media.set(media.id, media);
  return media;
}

/** The caller's own media that has not expired; any other id is unknown to them. */
export function findMedia(world: XWorld, owner: XPerson, id: string): Checked<XMedia> {
  const media = world.state.media.get(id);
  const isTheirs = media?.ownerId === owner.id && media.expiresAtMs > world.clock.now();
  return isTheirs
    ? allowed(media)
    : refused(invalidRequest({ message: 'BadRequest: Not found', parameters: { id: [id] } }));
}

export function mediaKey(media: XMedia): string {
  return `${keyPrefixes[familyOfCategory(media.category) ?? ''] ?? '7'}_${media.id}`;
}

/** The fields of every upload answer. */
export function toMediaData(world: XWorld, media: XMedia): JsonObject {
  const data = {
    id: media.id,
    media_key: mediaKey(media),
    expires_after_secs: Math.max(0, Math.ceil((media.expiresAtMs - world.clock.now()) / 1_000)),
  };
  if (!media.content) return data;
  const { size, image } = media.content;
  return {
    ...data,
    size,
    ...(image && { image: { w: image.width, h: image.height, image_type: image.type } }),
  };
}

/** Reads the bytes. A bad picture is refused; a bad video fails in processing. Else null. */
export function takeContent(world: XWorld, media: XMedia, bytes: Buffer): Answer | null {
  const family = familyOfCategory(media.category);
  const found = readContent(family, bytes);
  if (!found) return invalidRequest({ message: 'media type unrecognized.' });
  media.content = {
    ...found,
    url: world.blobs.put(bytes, sniffMedia(bytes) ?? plainType(family)).url,
    size: bytes.byteLength,
  };
  if (family === 'gif' || family === 'video') startProcessing(world, media, family === 'video' && found.video === null);
  return null;
}

const plainType = (family: Family | null) => (family === null ? 'text/plain' : 'application/octet-stream');

/** X, media best practices, checked 2026-08. */
const VIDEO_TYPES = ['video/mp4', 'video/quicktime'];

/** Facts that X finds in the bytes of an upload; null for no picture where one was announced. */
export function readContent(
  family: Family | null,
  bytes: Buffer,
): Omit<NonNullable<XMedia['content']>, 'url' | 'size'> | null {
  if (family === null) {
    return { kind: 'subtitles', image: null, video: null, words: bytes.toString('utf8'), isPostable: false };
  }
  const image = readImageFacts(bytes);
  const isVideo = family === 'video' && VIDEO_TYPES.includes(sniffMedia(bytes) ?? '');
  const video = isVideo ? readVideoFacts(bytes) : null;
  const isPicture = family === 'image' || family === 'gif';
  if (isPicture && !image) return null;
  if (family === 'gif' && image?.type !== 'image/gif') return null;
  const isMoving = image !== null && image.frames > 1;
  return {
    kind: family === 'video' ? 'video' : family === 'gif' || isMoving ? 'animated_gif' : 'photo',
    image,
    video,
    isPostable: (image !== null && isPostableImage(image)) || (video !== null && isPostableVideo(video)),
  };
}

function startProcessing(world: XWorld, media: XMedia, isBroken: boolean): void {
  const { processing } = world.state.settings;
  const owner = world.state.people.get(media.ownerId);
  const isMeant = processing.username === null || processing.username === owner?.username;
  media.processing = {
    startedAtMs: world.clock.now(),
    lastsMs: isMeant ? processing.ms : 1_000,
    looksLeft: isMeant ? processing.looks : null,
    looks: isMeant ? processing.looks : null,
    outcome: isBroken ? 'error' : isMeant ? processing.outcome : 'success',
  };
}
