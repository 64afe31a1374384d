import type { Post, Target } from '@fanfare/contract';
import { type StoredFollowUp, showPost, showTarget } from '@fanfare/rules';
import { toPublicId } from '../process/ids.ts';
import { draftOf } from '../publishing/draft-of.ts';
import type { TargetRow } from '../publishing/targets.table.ts';
import type { PostRow, WholePost } from './posts.table.ts';

export function toPost({ post, targets }: WholePost): Post {
  return showPost({
    ...post,
    id: toPublicId('post', post.id),
    targets: targets.map((row) => factsOf(post, row)),
  });
}

export const toTarget = (post: PostRow, row: TargetRow): Target => showTarget(factsOf(post, row));

const factsOf = (post: PostRow, row: TargetRow) => ({
  ...row,
  id: toPublicId('tgt', row.id),
  accountId: toPublicId('acc', row.accountId),
  draft: draftOf(row, post),
  isStarted: row.leaseToken > 0,
  followUps: (row.followUps ?? []).map(toFollowUp),
});

const toFollowUp = ({ followUpKind, followUpIndex, ...row }: TargetRow): StoredFollowUp => ({
  ...row,
  kind: followUpKind!,
  index: followUpIndex!,
});
