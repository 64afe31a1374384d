import { createHash } from 'node:crypto';
import type { FileItem, MediaItem, PostWithFiles, ThreadPost } from '@fanfare/sdk';
import { canonicalText } from './canonical-text.ts';

type Target = PostWithFiles['platforms'][number];
type Items = readonly (MediaItem | FileItem)[];

/** Content to be published: a create request without its key, whose media may be local files. */
export type PublishContent = Omit<PostWithFiles, 'idempotencyKey' | 'platforms'> & {
  readonly platforms: readonly (Omit<Target, 'thread'> & {
    readonly thread?: readonly (Omit<ThreadPost, 'mediaItems'> & { readonly mediaItems?: Items | null })[];
  })[];
};

type Given = {
  /** The time of the call; its day in UTC is part of the key. */
  readonly now: Date;
  /** SHA-256 of each local file by its path, as `hashFiles` returns them. */
  readonly hashes?: ReadonlyMap<unknown, string>;
};

/** `2026-11-29T09:00:00+01:00` and the like, which name an instant. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Derives an idempotency key from what is to be published and the day, such as
 * `auto-2026-11-28-5f0c…`: the same request on the same day in UTC has the same key. The API keeps
 * keys per project, so the project is not part of it.
 *
 * What counts as the same:
 * - The order of object keys, and of the entries of `platforms`.
 * - A text or list of a target that equals the post’s, and one that is left out.
 * - White space around a text, `\r\n` and `\n`, composed and decomposed characters (NFC).
 * - `null`, an empty text, an empty list, an empty object, and a field that is left out; so are
 *   `convert: true` and `aiGenerated: false`, which are the defaults.
 * - Times of the same instant in `publishAt`, in any offset. Other words, such as `in 10 minutes`,
 *   count as they are written, in lower case: pass what a person typed, where it is relative.
 * - Local files with the same bytes, whatever their path, name and announced type. Files with a
 *   `url` are the same when the address is.
 *
 * Everything else makes another key: other words, accounts, options, media, their order, a time.
 *
 * Throws `TypeError` for a local file without an entry in `hashes`.
 *
 * @example
 * const hashes = await hashFiles(request);
 * const idempotencyKey = derivePublishKey(request, { now: new Date(), hashes });
 */
export function derivePublishKey(content: PublishContent, { now, hashes = new Map() }: Given): string {
  const { platforms, content: text, mediaItems, publishAt, convert, ...rest } = content;
  // A call from outside may have another shape, which the API refuses.
  const targets = [platforms as unknown].flat().map((target) => {
    const own = target as Partial<PublishContent['platforms'][number]> | null;
    const hashed = (media: unknown) => (Array.isArray(media) ? media.map((item) => withHash(item, hashes)) : media);
    return canonicalText({
      ...own,
      content: own?.content ?? text,
      mediaItems: hashed(own?.mediaItems ?? mediaItems),
      thread: Array.isArray(own?.thread)
        ? own.thread.map((post) => ({ ...post, mediaItems: hashed(post?.mediaItems) }))
        : own?.thread,
      aiGenerated: own?.aiGenerated || undefined,
    });
  });
  const post = {
    ...rest,
    publishAt: instantOf(publishAt),
    convert: convert === true ? undefined : convert,
    platforms: targets.sort(),
  };
  const hash = createHash('sha256').update(canonicalText(post)).digest('hex');
  return `auto-${now.toISOString().slice(0, 10)}-${hash.slice(0, 40)}`;
}

/** The bytes of a local file in place of its path, which is another one tomorrow. */
function withHash(item: MediaItem | FileItem, hashes: Given['hashes']): object {
  if (item === null || typeof item !== 'object' || !('file' in item)) return item;
  const { file, filename: _, contentType: __, bytes: ___, ...rest } = item;
  const sha256 = hashes?.get(file);
  if (sha256 === undefined) throw new TypeError('A local file has no checksum: pass what `hashFiles` returns.');
  return { ...rest, sha256 };
}

function instantOf(publishAt: unknown): unknown {
  if (publishAt instanceof Date) return Number.isNaN(publishAt.getTime()) ? 'invalid' : publishAt.toISOString();
  if (typeof publishAt !== 'string') return publishAt;
  const text = publishAt.trim();
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? text.toLowerCase() : new Date(time).toISOString();
}
