import type { MediaFacts } from '@fanfare/media-file';

/** Reads what a file is, and counts the pages that stand uncompressed in a PDF. Loads what reads it on the first call: it is larger than the mock. */
export async function readFacts(bytes: Uint8Array): Promise<MediaFacts> {
  const { readMediaFile } = await import('@fanfare/media-file');
  const facts = await readMediaFile({ size: bytes.length, read: async (start, end) => bytes.subarray(start, end) });
  return facts.type === 'document' && facts.contentType === PDF ? { ...facts, pages: countPages(bytes) } : facts;
}

const PDF = 'application/pdf';

const countPages = (bytes: Uint8Array): number | null =>
  new TextDecoder('latin1').decode(bytes).match(/\/Type\s*\/Page\b/g)?.length ?? null;
