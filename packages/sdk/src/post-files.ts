import type { FileSource } from './file-source.ts';
import type { Media, UploadOptions } from './media.ts';
import type { CreatePostRequest, MediaItem, TargetRequest, ThreadPost } from './types.gen.ts';

/** An image or video that is uploaded before the post is created. */
export type FileItem = Omit<MediaItem, 'url'> &
  Pick<UploadOptions, 'filename' | 'contentType' | 'bytes'> & {
    /** A path, a `Blob` or `File`, or a stream with `bytes`. */
    file: FileSource;
  };

/** A create request whose media may be files. */
export type PostWithFiles = Omit<CreatePostRequest, 'mediaItems' | 'platforms'> & {
  /** Media of the post, 0 to 10 items in display order. */
  mediaItems?: readonly (MediaItem | FileItem)[];
  /** Accounts to publish to, 1 to 10. */
  platforms: readonly TargetWithFiles[];
};

/** A target of a create request whose media may be files. */
export type TargetWithFiles = Omit<TargetRequest, 'mediaItems' | 'thread'> & {
  /** Media of this target instead of the post’s, 0 to 10 items in display order. */
  mediaItems?: readonly (MediaItem | FileItem)[];
  /** The posts of a chain, 2 to 25. */
  thread?: readonly (Omit<ThreadPost, 'mediaItems'> & {
    /** Media of this post of the chain, in display order. */
    mediaItems?: readonly (MediaItem | FileItem)[] | null;
  })[];
};

type MaybeMedia = { readonly mediaItems?: readonly (MediaItem | FileItem)[] | null };

/** Uploads the files of a request, each once, and puts their addresses in their place. */
export async function uploadFiles<Request extends PostWithFiles>(
  media: Pick<Media, 'upload'>,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Request & CreatePostRequest> {
  const urls = new Map<FileSource, Promise<string>>();
  const upload = async ({ file, filename, contentType, bytes }: FileItem): Promise<string> => {
    const options = {
      ...(filename !== undefined && { filename }),
      ...(contentType !== undefined && { contentType }),
      ...(bytes !== undefined && { bytes }),
      ...(signal && { signal }),
    };
    return (await media.upload(file, options)).media.url;
  };
  const hosted = async (item: MediaItem | FileItem): Promise<MediaItem> => {
    if (!('file' in item)) return item;
    const { file, filename: _, contentType: __, bytes: ___, ...rest } = item;
    const url = urls.get(file) ?? upload(item);
    urls.set(file, url);
    return { ...rest, url: await url };
  };
  // One after the other: the first failure ends it, and only one piece is in memory.
  const hostedIn = async <Part extends MaybeMedia>(part: Part) => {
    const mediaItems: MediaItem[] = [];
    for (const item of part.mediaItems ?? []) mediaItems.push(await hosted(item));
    return { ...part, ...(part.mediaItems && { mediaItems }) } as Part & { mediaItems?: MediaItem[] };
  };
  const post = await hostedIn(request);
  const platforms: TargetRequest[] = [];
  for (const { thread: chain, ...target } of request.platforms) {
    const thread: ThreadPost[] = [];
    for (const part of chain ?? []) thread.push(await hostedIn(part));
    platforms.push({ ...(await hostedIn(target)), ...(chain && { thread }) });
  }
  return { ...post, platforms };
}
