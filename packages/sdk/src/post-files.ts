import type { FileSource } from './file-source.ts';
import type { Media, UploadOptions } from './media.ts';
import type { CreatePostRequest, MediaItem, TargetRequest } from './types.gen.ts';

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
  platforms: readonly (Omit<TargetRequest, 'mediaItems'> & {
    /** Media of this target instead of the post’s, 0 to 10 items in display order. */
    mediaItems?: readonly (MediaItem | FileItem)[];
  })[];
};

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
  const hostedAll = async (items: readonly (MediaItem | FileItem)[]): Promise<MediaItem[]> => {
    const all: MediaItem[] = [];
    for (const item of items) all.push(await hosted(item));
    return all;
  };
  const platforms: TargetRequest[] = [];
  const mediaItems = request.mediaItems && (await hostedAll(request.mediaItems));
  for (const { mediaItems: own, ...target } of request.platforms)
    platforms.push({ ...target, ...(own && { mediaItems: await hostedAll(own) }) });
  return { ...request, platforms, ...(mediaItems && { mediaItems }) };
}
