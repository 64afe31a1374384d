/**
 * The bytes of a file, wherever they are: on disk, in a store, in a `Blob` of a browser.
 *
 * @example
 * const ofBlob = (blob: Blob): MediaBytes => ({
 *   size: blob.size,
 *   read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
 * });
 */
export type MediaBytes = {
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** Reads the bytes from `start` to `end` (exclusive), both within the file. */
  read(start: number, end: number): Promise<Uint8Array>;
};
