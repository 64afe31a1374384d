import type { Readable } from 'node:stream';

/** A file as it shall come: a store signs all of it, so that nothing else can be uploaded. */
export type Announced = {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: number;
  /** SHA-256 in hexadecimal, where the caller has named it. */
  readonly sha256: string | null;
  readonly expiresInSeconds: number;
};

/** Where and how a client uploads straight to a store. */
export type DirectUpload = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Keeps the bytes of hosted files. A key is 128 random bits in hexadecimal. All functions throw
 * StoreUnavailable when the store does not answer, or has no room.
 *
 * @example
 * const store = createDiskStore({ folder: '/var/lib/fanfare/media' });
 * await store.append(key, 0, chunks);
 * await store.finish(key);
 * const head = await store.read(key, 0, 64 * 1024);
 */
export type MediaStore = {
  readonly kind: 'disk' | 's3';
  /** An address of the store for a `PUT`; null where files come through this server. */
  signUpload(file: Announced): Promise<DirectUpload | null>;
  /** Bytes of an unfinished file that are here; 0 for none. */
  received(key: string): Promise<number>;
  /** Appends to an unfinished file at its end. Returns its new size, also when the bytes end early. */
  append(key: string, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /** Makes an unfinished file final, once it is safe against a crash. Does nothing when it is. */
  finish(key: string): Promise<void>;
  /** Size of a final file; null for none. */
  size(key: string): Promise<number | null>;
  /** Reads from `start` to `end` (exclusive) of a final file. */
  read(key: string, start: number, end: number): Promise<Uint8Array>;
  /** Streams from `start` to `end` (exclusive) of a final file. */
  stream(key: string, start: number, end: number): Readable;
  /** Removes a file, final or not. Does nothing when there is none. */
  remove(key: string): Promise<void>;
  /** Every file that it has, for the audit. */
  list(): AsyncIterable<{ readonly key: string; readonly changedAt: Date }>;
};

/** A store does not answer, or has no room. The same call may succeed later. */
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
