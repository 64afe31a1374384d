import { ZipHandler } from '@tokenizer/inflate';
import { FileTokenizer } from './file-tokenizer.ts';
import type { MediaBytes } from './media-bytes.ts';

/**
 * The part of a PPTX that lists its slides (ECMA-376 Part 1, 13.3.6 and 19.2.1.34, checked
 * 2026-11).
 */
const PRESENTATION = 'ppt/presentation.xml';
/**
 * Bytes of directory and part together, and of the part unpacked; the list of 300 slides has some
 * 15 kB.
 */
const MOST_BYTES = 4 * 1024 * 1024;
/** Entries of the directory that are looked at; a slide with a picture and notes has six. */
const MOST_ENTRIES = 10_000;

/** The start of the list. Sections have lists of the same name, which stand behind this one. */
const START_OF_LIST = /<(?:[\w.-]+:)?sldIdLst[\s>]/;
const END_OF_LIST = /<\/(?:[\w.-]+:)?sldIdLst\s*>/;
const SLIDE = /<(?:[\w.-]+:)?sldId\s/g;

/**
 * Counts the slides of a PPTX, hidden ones too. Null for one without slides or that cannot be read
 * within bounds, and for any other file. Reads and unpacks up to 4 MiB. Throws what `read` throws.
 */
export async function countSlides(file: MediaBytes): Promise<number | null> {
  const [, list] = (await readPresentation(file)).split(START_OF_LIST, 2);
  return list?.split(END_OF_LIST, 1)[0]?.match(SLIDE)?.length ?? null;
}

/** The text of the part that lists the slides; empty where it cannot be read. */
async function readPresentation(file: MediaBytes): Promise<string> {
  let failure: { readonly error: unknown } | undefined;
  const read: MediaBytes['read'] = (start, end) =>
    file.read(start, end).catch((error: unknown) => {
      failure = { error };
      throw error;
    });
  const zip = new ZipHandler(new FileTokenizer({ size: file.size, read }), {
    ...{ maxEntryCount: MOST_ENTRIES, maxTotalScanBytes: MOST_BYTES },
    ...{ maxCompressedSize: MOST_BYTES, maxUncompressedSize: MOST_BYTES },
  });
  let text = '';
  const handler = async (bytes: Uint8Array): Promise<void> => {
    text = new TextDecoder().decode(bytes);
  };
  try {
    // Without a directory, the library would walk through the whole file.
    if ((await zip.findEndOfCentralDirectoryLocator()) < 0) return '';
    await zip.unzip(({ filename }) => (filename === PRESENTATION ? { handler, stop: true } : { handler: false }));
  } catch {
    if (failure) throw failure.error;
  }
  return text;
}
