import { createHash } from 'node:crypto';
import { type MediaFacts, readMediaFile } from '@fanfare/media-file';
import { releaseChunk } from './release-chunk.ts';
import type { MediaStore } from './stores/media-store.ts';

type StoredFile = { readonly key: string; readonly size: number };

/** Reads what a finished file is, and its SHA-256 in hexadecimal. */
export async function inspectFile(
  store: Pick<MediaStore, 'read' | 'stream'>,
  file: StoredFile,
): Promise<{ readonly facts: MediaFacts; readonly sha256: string }> {
  const { key, size } = file;
  const facts = await readMediaFile({ size, read: (start, end) => store.read(key, start, end) });
  return { facts, sha256: await hashFile(store, file) };
}

/** Reads a finished file. Returns its SHA-256 in hexadecimal. */
export async function hashFile(store: Pick<MediaStore, 'stream'>, { key, size }: StoredFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of store.stream(key, 0, size) as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    releaseChunk(chunk);
  }
  return hash.digest('hex');
}
