import { type Judgement, judgePost, type Laws, type PostRequest } from '@fanfare/rules';
import { findAccountsByPublicId } from '../accounts/find-accounts-by-public-id.ts';
import type { Database } from '../db/database.ts';
import type { Networks } from '../networks.ts';

export type JudgeDeps = {
  readonly db: Database;
  readonly networks: Networks;
  readonly isHostAllowed: Laws['isHostAllowed'];
  readonly now: () => Date;
};

/** Judges a post by the accounts of its project as they are now. */
export async function judgeRequest(
  { db, networks, isHostAllowed, now }: JudgeDeps,
  projectId: string,
  body: PostRequest,
): Promise<Judgement> {
  const ids = body.platforms.map(({ accountId }) => accountId);
  const accounts = await findAccountsByPublicId(db, projectId, ids);
  return judgePost({ accounts, rulesOf: networks.rulesOf, isHostAllowed, now: now() }, body);
}
