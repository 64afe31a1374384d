import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { countNewer, findMarks, findNewestMark, type Mark } from './post-marks.table.ts';

/** Posts between two marks: reading over so many takes less than a millisecond. */
const STEP = 5_000;
/** Marks found by one statement, far within the time of a list. What it found is kept if the next one fails. */
const MOST_AT_ONCE = 20;
/** After so many new posts, marks are found anew. */
const MOST_NEWER = 20_000;
/** Of all projects together: places among two billion posts. */
const MOST_MARKS = 400_000;

/** Where a page begins: `offset` posts after a place in the order. */
export type PageStart = { readonly after: Mark | null; readonly offset: number };

export type PostMarks = {
  /** The start of the page that begins after so many of the newest posts. */
  startOf(projectId: string, offset: number): Promise<PageStart>;
  /** Forgets everything: the database was restored. */
  clear(): void;
};

/** `marks[n]` is the post that comes `(n + 1) * STEP` after `newest`. No post can still appear between them, and none is ever deleted. */
type Known = { readonly newest: Mark; readonly marks: readonly Mark[]; readonly isWhole: boolean };

/**
 * Remembers where in the list of a project every 5,000th post stands, so that a page behind a large offset does not read over all posts before it. The first
 * such page finds the marks up to it; after that it takes a count of what is new and a step of at most 5,000 posts.
 */
export function createPostMarks(deps: {
  readonly db: Database;
  readonly step?: number;
  readonly mostNewer?: number;
}): PostMarks {
  const { db, step = STEP, mostNewer = MOST_NEWER } = deps;
  const projects = new LRUCache<string, Known>({
    maxSize: MOST_MARKS,
    sizeCalculation: ({ marks }) => marks.length + 1,
  });

  /** So that what a page read before a restore is not kept after it. */
  let clears = 0;

  /** With the number of posts that are newer; null where they are too many to count. */
  const withNewer = async (projectId: string, known: Known) => {
    const newer = await countNewer(db, projectId, known.newest, mostNewer);
    return newer < mostNewer ? { known, newer } : null;
  };
  const read = async (projectId: string) => {
    const known = projects.get(projectId);
    const found = known && (await withNewer(projectId, known));
    if (found) return found;
    const newest = await findNewestMark(db, projectId);
    return newest && withNewer(projectId, { newest, marks: [], isWhole: false });
  };

  /** Finds marks until one is less than a step before the post that has this place. */
  const extend = async (projectId: string, known: Known, wanted: number, clearsBefore: number): Promise<Known> => {
    if (clears === clearsBefore) projects.set(projectId, known);
    const { newest, marks } = known;
    const missing = marksBefore(wanted, step) - marks.length;
    if (known.isWhole || missing <= 0) return known;
    const most = Math.min(missing, MOST_AT_ONCE);
    const found = await findMarks(db, projectId, marks.at(-1) ?? newest, { step, most });
    const extended = { newest, marks: [...marks, ...found], isWhole: found.length < most };
    return extend(projectId, extended, wanted, clearsBefore);
  };

  return {
    async startOf(projectId, offset) {
      const near: PageStart = { after: null, offset };
      if (offset <= step) return near;
      const clearsBefore = clears;
      const found = await read(projectId);
      if (!found) return near;
      // The place of the first post of the page, where `newest` has 0.
      const wanted = offset - found.newer;
      if (wanted <= step) return near;
      const { marks } = await extend(projectId, found.known, wanted, clearsBefore);
      const places = Math.min(marksBefore(wanted, step), marks.length);
      const after = marks[places - 1];
      return after ? { after, offset: wanted - places * step - 1 } : near;
    },
    clear() {
      clears++;
      projects.clear();
    },
  };
}

/** How many marks stand before the post that has this place. */
const marksBefore = (place: number, step: number): number => Math.ceil(place / step) - 1;
