/// <reference lib="es2024.arraybuffer" />

/**
 * Gives the memory of a chunk back at once; the chunk is empty afterwards. Without it the garbage
 * of a large file is some 60 MB, and each collection of it walks the whole heap. A chunk that
 * shares its memory with others stays as it is.
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
