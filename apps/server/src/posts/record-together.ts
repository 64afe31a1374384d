import type { CallersPool, PublishingPool } from '../db/database.ts';
import { inBatchesOfRequests } from '../db/in-batches.ts';
import type { Logger } from '../log/log.ts';
import { type NewPost, type RecordOutcome, recordPost, recordPosts } from './record-posts.table.ts';

export type RecordPost = (post: NewPost) => Promise<RecordOutcome>;

/**
 * Records concurrent posts in one statement and commit, whatever their projects (docs/adr/0032). A
 * batch leaves to the single statement every post that is not simply recorded: used keys, quotas
 * that may be exceeded, missing accounts.
 */
export const createRecordPost = (deps: {
  readonly log: Logger;
  readonly db: CallersPool;
  readonly publishing: PublishingPool;
  /** Limit of waiting posts of one project. */
  readonly waitingPerProject: number;
}): RecordPost =>
  inBatchesOfRequests<NewPost, RecordOutcome>({
    alone: (post) => recordPost(deps.db, post),
    together: (posts, lockMs) => recordPosts(deps.publishing, posts, lockMs),
    onFailed: (err, posts) =>
      deps.log.warn({ err, posts }, 'a batch of posts was not recorded, they are recorded one by one'),
    waitingPerProject: deps.waitingPerProject,
  });
