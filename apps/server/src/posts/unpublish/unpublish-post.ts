import type { UnpublishPostResponse } from '@fanfare/contract';
import {
  type Decision,
  judgeUnpublish,
  nameTargets,
  noSuch,
  postsToDelete,
  refuse,
  targetStatus,
} from '@fanfare/rules';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import type { TargetRow } from '../../publishing/targets.table.ts';
import { findPost } from '../posts.table.ts';
import { type MakeUnpublishesDeps, makeUnpublishes } from './make-unpublishes.ts';

/** Handles `POST /posts/:id/unpublish`: each target, removed by the account that published it. */
export async function unpublishPost(
  deps: MakeUnpublishesDeps,
  projectId: string,
  /** The public id of the post. */
  postId: string,
  /** Public ids; undefined for every target. */
  targetIds: readonly string[] | undefined,
): Promise<Decision<{ readonly answer: UnpublishPostResponse }>> {
  const id = fromPublicId('post', postId);
  const found = id && (await findPost(deps.db, projectId, id));
  if (!found) return refuse(noSuch('post'));
  const named = nameTargets(
    found.targets.map((row) => ({ id: toPublicId('tgt', row.id), row })),
    targetIds,
  );
  if (!named.ok) return named;

  const judged = named.chosen.map(({ id: targetId, row }) => ({ targetId, row, end: judge(deps, row) }));
  const wanted = judged
    .filter(({ end }) => end === null)
    .map(({ row }) => ({
      ...{ targetId: row.id, accountId: row.accountId, platform: row.platform },
      platformPostIds: postsToDelete(factsOf(row)) ?? [],
    }));
  const made = await makeUnpublishes(deps, projectId, wanted);
  if (!made.ok) return made;
  const targets = judged.map(({ targetId, row: { id: rowId, accountId, platform }, end }) => ({
    ...{ targetId, accountId: toPublicId('acc', accountId), platform },
    ...(end ?? made.outcomes.get(rowId)!),
  }));
  return { ok: true, answer: { targets } };
}

const judge = ({ networks }: MakeUnpublishesDeps, row: TargetRow) =>
  judgeUnpublish(factsOf(row), networks.rulesOf(row.platform));

const factsOf = ({ followUps = [], ...row }: TargetRow) => ({
  ...row,
  status: targetStatus(row),
  errorCode: row.errorDetail?.code ?? null,
  followUps: followUps.map(({ followUpKind, status, platformPostId }) => ({
    ...{ kind: followUpKind!, status, platformPostId },
  })),
});
