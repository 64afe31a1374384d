import type { MediaBytes, MediaFacts } from '@fanfare/media-file';

/**
 * Reads what a file is, and counts the slides of a PPTX, and the pages that stand uncompressed in a
 * PDF. Loads what reads it on the first call: it is larger than the mock.
 */
export async function readFacts(bytes: Uint8Array): Promise<MediaFacts> {
  const { countSlides, readMediaFile } = await import('@fanfare/media-file');
  const file: MediaBytes = { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
  const facts = await readMediaFile(file);
  if (facts.type !== 'document') return facts;
  return { ...facts, pages: facts.contentType === PDF ? countPages(bytes) : await countSlides(file) };
}

const PDF = 'application/pdf';

const countPages = (bytes: Uint8Array): number | null =>
  new TextDecoder('latin1').decode(bytes).match(/\/Type\s*\/Page\b/g)?.length ?? null;
