import path from 'node:path';
import type { FileItem, MediaItem } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import { fileItem, mediaOf, typeOf } from './media-of.ts';
import type { GivenPost } from './post-options.ts';

type Media = readonly (MediaItem | FileItem)[];
type Fields = Readonly<Record<string, unknown>>;

/**
 * A post as somebody wrote it: a create request that may name accounts in `to` and a time in `at`,
 * and local files in `file` of media items.
 */
export type WrittenPost = {
  readonly content?: string;
  /** Words of `--to`. */
  readonly to: readonly string[];
  /** Targets that name their account. */
  readonly platforms: readonly Fields[];
  readonly mediaItems?: Media;
  /** A time as `--at` takes it. */
  readonly at?: string;
  /** Values of `--option`. */
  readonly options: readonly string[];
  readonly firstComment?: string;
  readonly key?: string;
  /** Other fields of the request, as they are. */
  readonly rest: Fields;
};

/** The post of the words alone. */
export const ofWords = (text: string | undefined, given: GivenPost): WrittenPost => ({
  ...(text !== undefined && { content: text }),
  to: given.to ?? [],
  platforms: [],
  ...(given.media && { mediaItems: given.media.map(mediaOf) }),
  ...(given.at !== undefined && { at: given.at }),
  options: given.option ?? [],
  ...(given.firstComment !== undefined && { firstComment: given.firstComment }),
  rest: given.convert ? {} : { convert: false },
});

/** The post of a file, where the words of the command stand before what the file says. */
export function withWords(file: WrittenPost, words: WrittenPost): WrittenPost {
  return {
    ...file,
    ...words,
    to: words.to.length > 0 ? words.to : file.to,
    platforms: words.to.length > 0 ? [] : file.platforms,
    options: [...file.options, ...words.options],
    rest: { ...file.rest, ...words.rest },
  };
}

/**
 * Reads a post from JSON: the body of `POST /api/v1/posts`, with `to`, `at`, `option` and
 * `firstComment` as the command has them, and `file` for local media, found from `folder`. Throws
 * CliError for a field of another shape; the service judges the rest.
 */
export function ofJson(value: unknown, folder: string): WrittenPost {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new CliError('A post is a JSON object, such as {"content": "Hello", "to": "x"}.');
  const fields = { ...value } as Record<string, unknown>;
  const take = (name: string): unknown => {
    const taken = fields[name];
    delete fields[name];
    return taken ?? undefined;
  };
  const text = (name: string): string | undefined => {
    const taken = take(name);
    if (taken === undefined || typeof taken === 'string') return taken;
    throw new CliError(`"${name}" is a text.`);
  };
  const texts = (name: string): readonly string[] => {
    const taken = take(name) ?? [];
    const list: readonly unknown[] = Array.isArray(taken) ? taken : [taken];
    if (list.every((each) => typeof each === 'string')) return list;
    throw new CliError(`"${name}" is a text, or a list of texts.`);
  };
  const content = text('content');
  const at = text('at') ?? text('publishAt');
  const firstComment = text('firstComment');
  const key = text('key') ?? text('idempotencyKey');
  const mediaItems = take('mediaItems');
  const platforms = take('platforms') ?? [];
  if (!Array.isArray(platforms)) throw new CliError('"platforms" is a list of targets.');
  return {
    ...(content !== undefined && { content }),
    to: texts('to'),
    platforms: platforms.map((target) => ({
      ...withMedia(target, folder),
      ...(Array.isArray(target?.thread) && { thread: target.thread.map((post: Fields) => withMedia(post, folder)) }),
    })),
    ...(mediaItems !== undefined && { mediaItems: mediaOfJson(mediaItems, folder) }),
    ...(at !== undefined && { at }),
    options: texts('option'),
    ...(firstComment !== undefined && { firstComment }),
    ...(key !== undefined && { key }),
    rest: fields,
  };
}

/** A target, or a post of its chain, whose media are read. */
const withMedia = (post: Fields | null, folder: string): Fields => ({
  ...post,
  ...(post?.mediaItems ? { mediaItems: mediaOfJson(post.mediaItems, folder) } : {}),
});

function mediaOfJson(value: unknown, folder: string): Media {
  if (!Array.isArray(value)) throw new CliError('"mediaItems" is a list of media.');
  return value.map((item: Record<string, unknown>): MediaItem | FileItem => {
    const { file, ...rest } = item ?? {};
    if (file === undefined) return item as unknown as MediaItem;
    if (typeof file !== 'string') throw new CliError('"file" of a media item is a path.');
    const { type = typeOf(file) } = rest as Partial<MediaItem>;
    return fileItem({ ...rest, type, file: path.resolve(folder, file) } as FileItem & { file: string });
  });
}
