import type { Readable } from 'node:stream';

/**
 * Keeps the bytes of hosted files. A key is 128 random bits in hexadecimal. All functions throw
 * StoreUnavailable when the store does not work, or is full.
 *
 * @example
 * const store = createDiskStore({ folder: '/var/lib/fanfare/media' });
 * await store.append(key, 0, chunks);
 * await store.finish(key, 1_024);
 * const head = await store.read(key, 0, 512);
 */
export type MediaStore = {
  /** Files that one server writes at once. Each may hold memory meanwhile. */
  readonly mostWrites: number;
  /** Bytes of a file that are here, finished or not; 0 for none. */
  received(key: string): Promise<number>;
  /**
   * Writes from `offset` on; 0 begins again. Keeps what came when `bytes` fail. Returns the end. A
   * chunk may end when the next one is asked for: copy what you hold longer. `size` is that of the
   * whole file, where it is known: a bucket then takes its last bytes once, not twice.
   */
  append(key: string, offset: number, bytes: AsyncIterable<Uint8Array>, size?: number): Promise<number>;
  /** Makes a file of this size final and safe against a crash. False when it has another size. */
  finish(key: string, size: number): Promise<boolean>;
  /** Size of a final file; null for none. */
  size(key: string): Promise<number | null>;
  /** Reads from `start` to `end` (exclusive) of a final file. */
  read(key: string, start: number, end: number): Promise<Uint8Array>;
  /** Streams from `start` to `end` (exclusive) of a final file. */
  stream(key: string, start: number, end: number): Readable;
  /** Removes a file, final or not. Does nothing when there is none. */
  remove(key: string): Promise<void>;
  /** Every file, final or not, with the time of its last change. */
  list(): AsyncIterable<{ readonly key: string; readonly changedAt: Date }>;
  /** Address of the store for a whole file by `PUT`; null when this server takes the bytes. */
  uploadTo(file: AnnouncedBytes): Promise<UploadAddress | null>;
};

/** A file whose bytes are awaited. */
export type AnnouncedBytes = {
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  /** In hexadecimal; null when it was not announced. */
  readonly announcedSha256: string | null;
  readonly uploadExpiresAt: Date;
};

/** An address of the store, and headers beside `Content-Type` that its `PUT` needs. */
export type UploadAddress = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** A store does not work, or is full. The same call may succeed later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly isFull: boolean;
  constructor(
    message: string,
    { cause, isFull = false }: { readonly cause?: unknown; readonly isFull?: boolean } = {},
  ) {
    super(message, { cause });
    this.isFull = isFull;
  }
}
