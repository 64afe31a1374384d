import type { CallersPool, PublishingPool } from '../db/database.ts';
import { inBatchesOfRequests } from '../db/in-batches.ts';
import { requireOriginalData } from '../http/require-original-data.ts';
import type { Logger } from '../process/log/log.ts';
import type { RestoreGuard } from '../publishing/restore-guard.ts';
import { type NewPost, type RecordOutcome, recordPost, recordPosts } from './record-posts.table.ts';

export type RecordPost = (post: NewPost) => Promise<RecordOutcome>;

/**
 * Records concurrent posts in one statement and commit, whatever their projects (docs/adr/0032). A
 * batch leaves to the single statement every post that is not simply recorded: used keys, quotas
 * that may be exceeded, missing accounts.
 */
export function createRecordPost(deps: {
  readonly log: Logger;
  readonly db: CallersPool;
  readonly publishing: PublishingPool;
  readonly restoreGuard: Pick<RestoreGuard, 'isRestored'>;
  /** Limit of waiting posts of one project. */
  readonly waitingPerProject: number;
}): RecordPost {
  /** Checked where a post is recorded: it may have waited while a loss was found. */
  const onOriginalData = <T>(record: () => Promise<T>): Promise<T> => {
    requireOriginalData(deps.restoreGuard);
    return record();
  };
  return inBatchesOfRequests<NewPost, RecordOutcome>({
    alone: async (post) => onOriginalData(() => recordPost(deps.db, post)),
    together: async (posts, lockMs) => onOriginalData(() => recordPosts(deps.publishing, posts, lockMs)),
    onFailed: (err, posts) =>
      deps.log.warn({ err, posts }, 'a batch of posts was not recorded, they are recorded one by one'),
    waitingPerProject: deps.waitingPerProject,
  });
}
