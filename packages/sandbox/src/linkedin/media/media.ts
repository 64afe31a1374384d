import { createHash } from 'node:crypto';
import { actorOf } from '../people.ts';
import { refusal } from '../restli/refusals.ts';
import type { Reply } from '../restli/reply.ts';
import type { ProcessingRule } from '../settings.ts';
import { nextMediaUrn, secret } from '../urns.ts';
import type { Media, MediaStatus, Upload, World } from '../world.ts';

const VIDEO_MS = 1_000;
const DOCUMENT_MS = 3_000;
/** 2 to 5 s. Publishers wait up to 20 s (gitroomhq/postiz-app, LinkedIn provider, 2026-11). */
const IMAGE_MS = { least: 2_000, spread: 3_001, step: 1_103 };

export function newMedia(world: World, kind: Media['kind'], owner: string): Media {
  const media: Media = {
    urn: nextMediaUrn(world, kind),
    kind,
    owner,
    usualMs: kind === 'image' ? imageMs(world.media.size) : kind === 'video' ? VIDEO_MS : DOCUMENT_MS,
    file: null,
    coverUrl: null,
    captionsLanguage: null,
    pages: null,
    processing: null,
  };
  world.media.set(media.urn, media);
  return media;
}

/** Each picture has its own time, the same in each run: the first takes the least. */
function imageMs(nth: number): number {
  return IMAGE_MS.least + ((nth * IMAGE_MS.step) % IMAGE_MS.spread);
}

/** Creates a pre-signed address under `/dms-uploads`. */
export function newUpload(
  world: World,
  upload: Pick<Upload, 'kind' | 'bearerId' | 'expiresAt' | 'receive' | 'method'> & {
    readonly media: Media;
    readonly name: string;
  },
): string {
  const { media, name, kind, bearerId, expiresAt, receive, method } = upload;
  const key = secret(world, 24);
  const path = `/dms-uploads/sp/v2/${media.urn.split(':').at(-1)}/${name}`;
  world.uploads.set(key, { path, kind, bearerId, expiresAt, used: false, receive, ...(method && { method }) });
  return `${world.context.urlOf('linkedin', 'www')}${path}?ca=vector_feedshare&cn=uploads&sync=0&v=beta&ut=${key}`;
}

/**
 * The file is complete: stores it and starts to process it. @param failure why it can never be
 * shown, if so
 */
export function acceptFile(
  world: World,
  media: Media,
  file: { readonly bytes: Buffer; readonly contentType: string; readonly failure: string | null },
): void {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  media.file = { blob: world.context.blobs.put(file.bytes, file.contentType), sha256 };
  media.processing = {
    startedAt: world.context.clock.now(),
    failure: file.failure,
    looksLeft: ruleFor(world, media).looks ?? 0,
  };
}

/**
 * The current state of a file. Reading counts as a look: a control can end processing at the n-th
 * look instead of after a time, and naming the file in a new post is a look too, since most
 * members' tokens cannot read the state of an image.
 */
export function lookAt(world: World, media: Media): { readonly status: MediaStatus; readonly failure: string | null } {
  if (!media.processing) return { status: 'WAITING_UPLOAD', failure: null };
  const rule = ruleFor(world, media);
  const done =
    rule.looks === null
      ? world.context.clock.now() >= media.processing.startedAt + rule.ms
      : media.processing.looksLeft === 0;
  media.processing.looksLeft = Math.max(0, media.processing.looksLeft - 1);
  if (!done || rule.outcome === 'stuck') return { status: 'PROCESSING', failure: null };
  const failure = media.processing.failure ?? (rule.outcome === 'error' ? 'Unsupported codec' : null);
  return failure === null ? { status: 'AVAILABLE', failure } : { status: 'PROCESSING_FAILED', failure };
}

/**
 * Refuses a file that cannot be posted now; null for any other. LinkedIn Videos API error table,
 * 2026-11.
 */
export function unreadyRefusal(world: World, media: Media): Reply | null {
  const { status } = lookAt(world, media);
  if (status === 'AVAILABLE') return null;
  if (status === 'PROCESSING_FAILED')
    return refusal(400, 'MEDIA_ASSET_PROCESSING_FAILED', 'Media asset failed processing');
  return refusal(400, 'MEDIA_ASSET_WAITING_UPLOAD', 'Media asset is waiting upload');
}

function ruleFor(world: World, media: Media): ProcessingRule {
  const { processing } = world.settings;
  const owner = actorOf(world, media.owner)?.username ?? '';
  const usual: ProcessingRule = { ms: media.usualMs, looks: null, outcome: 'available' };
  return processing.get(`${owner}|${media.kind}`) ?? processing.get(`*|${media.kind}`) ?? usual;
}
