import { acrossProjects } from '../db/across-projects.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import { type NewPost, type RecordOutcome, recordPost, recordPosts } from './record-posts.table.ts';

export type RecordPost = (post: NewPost) => Promise<RecordOutcome>;

/** A batch does not wait longer for a row that somebody else has locked: its posts are then recorded one by one. Others no longer wait for a single post either. */
const LOCK_MS = 250;

/**
 * Posts that arrive while others are being recorded are recorded together by the next statement, in one commit, whatever their projects (docs/adr/0032). A post
 * on its own does not wait, and counts for its project's share of the connections. Batches use `batches`, and leave to the single statement every post that is not simply
 * recorded: used keys, quotas that may be exceeded, accounts that are not there, whatever fails.
 */
export const createRecordPost = (deps: {
  readonly log: Logger;
  readonly alone: Database;
  readonly batches: Database;
  /** Posts of one project that may wait to be in line. */
  readonly waitingPerProject: number;
}): RecordPost =>
  acrossProjects<NewPost, RecordOutcome>({
    alone: (post) => recordPost(deps.alone, post),
    together: (posts) => recordPosts(deps.batches, posts, LOCK_MS),
    onFailed: (err, posts) =>
      deps.log.warn({ err, posts }, 'a batch of posts was not recorded, they are recorded one by one'),
    slowMs: LOCK_MS,
    waitingPerProject: deps.waitingPerProject,
  });
