import { countSlides, type MediaBytes, type MediaFacts } from '@fanfare/media-file';
import type { Logger } from '../../process/log/log.ts';
import { createKeyedSemaphore } from '../../process/semaphore.ts';
import { type Counted, PageCounterFailed, runPageCounter } from './run-page-counter.ts';

/**
 * Counts the pages of a PDF, or the slides of a PPTX. Null for any other file, and where they
 * cannot be counted: the file is encrypted or damaged, takes too much time or memory, or no
 * capacity is free. Throws what `read` throws.
 */
export type CountPages = (file: CountedFile, owner: string) => Promise<number | null>;

/** A file and its type; that of a PPTX may be its container, `application/zip`. */
export type CountedFile = MediaBytes & { readonly contentType: string };

/** Counts at once in this process, and those of one owner: each may take a core and 512 MiB. */
const AT_ONCE = 2;
const AT_ONCE_OF_OWNER = 1;
const WAIT_MS = 15_000;
/** No network takes larger documents. */
const MOST_BYTES = 100 * 1024 * 1024;

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Counts pages, those of each PDF in a process of its own. `run` replaces that process. */
export function createPageCounter(deps: {
  readonly log: Logger;
  readonly run?: (file: MediaBytes) => Promise<Counted>;
  readonly waitMs?: number;
}): CountPages {
  const { log, run = runPageCounter, waitMs: afterMs = WAIT_MS } = deps;
  const ofOwner = createKeyedSemaphore(AT_ONCE_OF_OWNER);
  const all = createKeyedSemaphore(AT_ONCE);
  const count = async (file: MediaBytes, owner: string): Promise<Counted | { readonly why: 'busy' }> => {
    const counted = await ofOwner.run(
      owner,
      async () => (await all.run('', () => run(file), { afterMs })) ?? ({ why: 'busy' } as const),
      { afterMs },
    );
    return counted ?? { why: 'busy' };
  };
  return async (file, owner) => {
    const { contentType } = file;
    if (file.size > MOST_BYTES) return null;
    if (contentType === PPTX || contentType === 'application/zip') return countSlides(file);
    if (contentType !== 'application/pdf') return null;
    try {
      const counted = await count(file, owner);
      if ('pages' in counted) return counted.pages;
      log.info({ bytes: file.size, ...counted }, 'the pages of a document cannot be counted');
    } catch (err) {
      if (!(err instanceof PageCounterFailed)) throw err;
      log.error({ err }, 'counting the pages of a document failed');
    }
    return null;
  };
}

/** Adds its pages to the facts of a document. Other files stay as they are. */
export async function withPages(
  facts: MediaFacts,
  countPages: (contentType: string) => Promise<number | null>,
): Promise<MediaFacts> {
  return facts.type === 'document' ? { ...facts, pages: await countPages(facts.contentType) } : facts;
}
