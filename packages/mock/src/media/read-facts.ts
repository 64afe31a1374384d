import type { MediaFacts } from '@fanfare/media-file';

/** Reads what a file is. Loads what reads it on the first call: it is larger than the mock. */
export async function readFacts(bytes: Uint8Array): Promise<MediaFacts> {
  const { readMediaFile } = await import('@fanfare/media-file');
  return readMediaFile({ size: bytes.length, read: async (start, end) => bytes.subarray(start, end) });
}
