import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { PublishContent } from './derive-publish-key.ts';

/** SHA-256 of a file in hexadecimal. Reads it in pieces, so that a large video needs no memory. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

/**
 * SHA-256 of each local file of a request, by its path. Files must be paths: a stream could be
 * read only once.
 *
 * Throws `TypeError` for a `file` that is no path, and what reading a file throws.
 */
export async function hashFiles(content: PublishContent): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const path of pathsOf(content)) hashes.set(path, await hashFile(path));
  return hashes;
}

function pathsOf({ mediaItems = [], platforms }: PublishContent): Set<string> {
  // A call from outside may have another shape, which the API refuses.
  const posts = platforms.flatMap((target) => [target, target.thread ?? []].flat());
  const items = [mediaItems, ...posts.map((post) => post?.mediaItems ?? [])].flat();
  const files = items.flatMap((item) => ('file' in item ? [item.file] : []));
  return new Set(
    files.map((file) => {
      if (typeof file === 'string') return file;
      throw new TypeError('A file whose checksum is needed is a path.');
    }),
  );
}
