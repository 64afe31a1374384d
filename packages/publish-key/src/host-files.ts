import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatePostRequest, FileItem, Media, MediaFile, MediaItem, TargetRequest, ThreadPost } from '@fanfare/sdk';
import type { PublishContent } from './derive-publish-key.ts';

type Deps = {
  readonly media: Pick<Media, 'upload'>;
  /** The time of the call; a file is uploaded once on its day in UTC. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

type Options = Pick<FileItem, 'filename' | 'contentType'>;

/** A file that the service does not take: `message` says why. */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
  /** Path of the file. */
  readonly path: string;

  constructor(path: string, reason: string | null) {
    super(`${path} is refused: ${reason ?? 'it is neither image, video nor document.'}`);
    this.path = path;
  }
}

/** Another call with the same key has finished the upload (404), or goes on with it (409). */
const UNDER_WAY: ReadonlySet<unknown> = new Set([404, 409]);
const MOST_TRIES = 6;

/** The idempotency key of an upload: the same bytes on the same day are one hosted file. */
export const deriveUploadKey = (sha256: string, now: Date): string =>
  `file-${now.toISOString().slice(0, 10)}-${sha256}`;

/**
 * Uploads a local file once a day: a repeated call, also one that runs at the same time or after a
 * crash, returns the file of the first. A post that is sent again then has the same addresses.
 *
 * Returns the file `ready` or `refused`. Throws what `media.upload` throws.
 */
export async function hostFile(
  { media, now, signal, pause = (ms, on) => sleep(ms, undefined, { signal: on }) }: Deps,
  path: string,
  sha256: string,
  options: Options = {},
): Promise<MediaFile> {
  let idempotencyKey = deriveUploadKey(sha256, now);
  let notFound = 0;
  for (let tries = 1; ; tries++) {
    try {
      const sending = { ...options, sha256, idempotencyKey, ...(signal && { signal }) };
      return (await media.upload(path, sending)).media;
    } catch (error) {
      const status = (error as { status?: unknown } | null)?.status;
      if (!UNDER_WAY.has(status) || tries === MOST_TRIES) throw error;
      // Twice: the address of an upload that broke off is valid for an hour, and that is over.
      if (status === 404 && ++notFound === 2) idempotencyKey += `-${now.toISOString().slice(11, 13)}`;
      await pause(250 * tries, signal);
    }
  }
}

/**
 * Uploads the local files of a request, each once, and returns the request with their addresses.
 * `hashes` comes from `hashFiles`. Throws `FileRefusedError`, and what `media.upload` throws.
 */
export async function hostFiles(
  deps: Deps,
  content: PublishContent,
  hashes: ReadonlyMap<string, string>,
): Promise<Omit<CreatePostRequest, 'idempotencyKey'>> {
  const urls = new Map<string, string>();
  const hosted = async (item: MediaItem | FileItem): Promise<MediaItem> => {
    if (!('file' in item)) return item;
    const { file, filename, contentType, bytes: _, ...rest } = item;
    const path = file as string;
    const sha256 = hashes.get(path);
    if (sha256 === undefined) throw new TypeError('A local file has no checksum: pass what `hashFiles` returns.');
    let url = urls.get(sha256);
    if (url === undefined) {
      const named = { ...(filename !== undefined && { filename }), ...(contentType !== undefined && { contentType }) };
      const file = await hostFile(deps, path, sha256, named);
      if (file.status !== 'ready') throw new FileRefusedError(path, file.error);
      url = file.url;
      urls.set(sha256, url);
    }
    return { ...rest, url };
  };
  // One after the other: only one piece is in memory, and the first refusal ends it.
  const hostedAll = async (items: readonly (MediaItem | FileItem)[]): Promise<MediaItem[]> => {
    const all: MediaItem[] = [];
    for (const item of items) all.push(await hosted(item));
    return all;
  };
  const { mediaItems: shared, ...rest } = content;
  const mediaItems = shared && (await hostedAll(shared));
  const platforms: TargetRequest[] = [];
  for (const { mediaItems: own, thread, ...target } of content.platforms) {
    const chain: ThreadPost[] = [];
    for (const post of thread ?? []) {
      const { mediaItems: items, ...rest } = post;
      chain.push({ ...rest, ...(items && { mediaItems: await hostedAll(items) }) });
    }
    const media = own && { mediaItems: await hostedAll(own) };
    platforms.push({ ...target, ...media, ...(thread && { thread: chain }) });
  }
  return { ...rest, platforms, ...(mediaItems && { mediaItems }) };
}
