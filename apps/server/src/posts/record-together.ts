import { AsyncLocalStorage } from 'node:async_hooks';
import { type Database, DatabaseUnavailable } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';

import { createShares } from '../db/shares.ts';
import type { Logger } from '../log.ts';
import { type NewPost, type RecordOutcome, recordPost, recordPosts } from './record-posts.table.ts';

export type RecordPost = (post: NewPost) => Promise<RecordOutcome>;

const MAX_BATCH = 200;
/** Posts of one project that may be in line at once, so that it cannot fill a batch. */
const IN_LINE_OF_A_PROJECT = MAX_BATCH / 2;
/** A batch does not wait longer for a row that somebody else has locked: its posts are then recorded one by one. Others no longer wait for a single post either. */
const LOCK_MS = 250;
/** As long as a statement waits for a connection. */
const WAIT_MS = 10_000;

type InLine = { readonly post: NewPost; readonly recordAlone: () => Promise<RecordOutcome> };

/**
 * Records posts that arrive while others are being recorded with one statement and one commit, whatever their projects (docs/adr/0032). A post on its own does
 * not wait, and counts for its project's share of the connections. Batches use `batches`, and leave to the single statement every post that is not simply
 * recorded: used keys, quotas that may be exceeded, accounts that were removed, whatever fails.
 */
export function createRecordPost(deps: {
  readonly log: Logger;
  readonly alone: Database;
  readonly batches: Database;
  /** Posts of one project that may wait to be in line. */
  readonly waitingPerProject: number;
}): RecordPost {
  const line = createShares({
    ...{ places: Number.POSITIVE_INFINITY, each: IN_LINE_OF_A_PROJECT, waitMs: WAIT_MS },
    ...{ waiting: deps.waitingPerProject, waitingInAll: Number.POSITIVE_INFINITY },
  });
  const recordInLine = inBatches<InLine, RecordOutcome | null>({
    ...{ keyOf: () => 'all', atOnce: 1, maxBatch: MAX_BATCH, slowMs: LOCK_MS },
    async send(items) {
      if (items.length === 1) return [await items[0]!.recordAlone()];
      try {
        return await recordPosts(
          deps.batches,
          items.map(({ post }) => post),
          LOCK_MS,
        );
      } catch (err) {
        // Whether it was recorded is unknown.
        if (err instanceof DatabaseUnavailable) throw err;
        deps.log.warn({ err, posts: items.length }, 'a batch of posts was not recorded, they are recorded one by one');
        return items.map(() => null);
      }
    },
  });
  return async (post) => {
    const recordAlone = () => recordPost(deps.alone, post);
    // A batch is sent in the context of another request, and a single post counts for the share of its own.
    const item = { post, recordAlone: AsyncLocalStorage.bind(recordAlone) };
    return (await line.run(post.projectId, () => recordInLine(item))) ?? recordAlone();
  };
}
