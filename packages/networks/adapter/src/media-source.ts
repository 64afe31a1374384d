import type { Readable } from 'node:stream';
import type { Platform } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';

/** Content types that are recognized by their first bytes. */
export const MEDIA_CONTENT_TYPES = [
  ...(['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const),
  ...(['video/mp4', 'video/quicktime'] as const),
  // Containers: DOCX and PPTX are in ZIP, DOC and PPT in a compound file.
  ...(['application/pdf', 'application/zip', 'application/x-cfb'] as const),
] as const;
/** Content types of files with subtitles, which are recognized by their first lines. */
export const CAPTION_CONTENT_TYPES = ['text/srt', 'text/vtt'] as const;
export type MediaContentType = (typeof MEDIA_CONTENT_TYPES | typeof CAPTION_CONTENT_TYPES)[number];

export type MediaRequest = {
  readonly url: string;
  readonly accept: readonly MediaContentType[];
  readonly maxBytes: number;
  /** Index into the draft's media, for errors. Absent for covers. */
  readonly mediaIndex?: number | undefined;
  /** Name in errors of a file that is neither, such as `captions[0]`. */
  readonly subject?: string;
};

/** A file fetched whole, checked, kept on disk until closed: memory stays bounded. */
export type MediaFile = {
  readonly contentType: MediaContentType;
  readonly size: number;
  /** Bytes `start` to `end` (exclusive) in memory; meant for looking at a few KiB. */
  slice(start: number, end: number): Promise<Buffer>;
  /**
   * Bytes `start` to `end` (exclusive) while `use` runs, for uploads. All uploads share a fixed
   * amount of memory and wait for it; keep no reference to the bytes.
   */
  withPart<Result>(start: number, end: number, use: (bytes: Buffer) => Promise<Result>): Promise<Result>;
  /** The whole file as a stream. */
  stream(): Readable;
  /**
   * Pages of a PDF, slides of a PPTX. Null for any other file, where they cannot be counted, and
   * for a hosted file: its pages were counted when it was uploaded.
   */
  countPages(): Promise<number | null>;
};

/** A file that the service hosts. `read` and `stream` throw when its store does not answer. */
export type HostedMedia = {
  /** The type of its bytes, which any network may refuse. */
  readonly contentType: string;
  readonly size: number;
  /** Reads the bytes from `start` to `end` (exclusive). */
  read(start: number, end: number): Promise<Uint8Array>;
  stream(): Readable;
};

/** Opens a hosted file by its address; null for any other address, `gone` for a deleted file. */
export type OpenHosted = (url: string) => Promise<HostedMedia | 'gone' | null>;

/**
 * Fetches public media for networks that want bytes, through the egress guard. Throws NetworkError
 * with outcome `not_sent`: `media_unreachable` (no answer, private address, not 2xx, too slow,
 * truncated) or `media_rejected` (too large, type not in `accept`). A file is fetched once per post
 * and shared by its targets; the owner of the source closes it. Files that the service hosts come
 * from its store, without a request.
 */
export type MediaSource = {
  open(request: MediaRequest): Promise<MediaFile>;
  /**
   * Hosts a copy of a file for a network that fetches files itself and could not fetch this one.
   * The same post gets the same copy of an address each time. Throws NetworkError:
   * `media_unreachable` when the service cannot fetch it either, `media_rejected` when the copy
   * breaks a rule of the platform. Absent where nothing is copied.
   */
  hostCopy?(request: CopyRequest): Promise<HostedCopy>;
};

/** A file of an item, or its cover, that a network could not fetch. */
export type CopyRequest = {
  readonly url: string;
  readonly platform: Platform;
  /** The post with the file: the copy is judged by the rules of the platform. */
  readonly draft: Draft;
  readonly mediaIndex: number;
  /** Ends the fetch. */
  readonly signal: AbortSignal;
};

/**
 * Address of a copy; null where none can help, with a sentence for the caller if it is known why.
 */
export type HostedCopy = { readonly url: string } | { readonly url: null; readonly remedy: string | null };
