import { createHash } from 'node:crypto';
import { type MediaFacts, readMediaFile } from '@fanfare/media-file';
import { releaseChunk } from './release-chunk.ts';
import type { MediaStore } from './stores/media-store.ts';

/** Reads what a finished file is, and its SHA-256 in hexadecimal. */
export async function inspectFile(
  store: Pick<MediaStore, 'read' | 'stream'>,
  { key, size }: { readonly key: string; readonly size: number },
): Promise<{ readonly facts: MediaFacts; readonly sha256: string }> {
  const facts = await readMediaFile({ size, read: (start, end) => store.read(key, start, end) });
  const hash = createHash('sha256');
  for await (const chunk of store.stream(key, 0, size) as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    releaseChunk(chunk);
  }
  return { facts, sha256: hash.digest('hex') };
}
