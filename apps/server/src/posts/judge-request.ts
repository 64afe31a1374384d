import { type Decision, type JudgedPost, judgePost, type Laws, type PostRequest } from '@fanfare/rules';
import { findAccountsByPublicId } from '../accounts/find-accounts-by-public-id.ts';
import type { Database } from '../db/database.ts';
import type { Networks } from '../networks.ts';

export type JudgeDeps = {
  readonly db: Database;
  readonly networks: Networks;
  readonly isHostAllowed: Laws['isHostAllowed'];
  readonly now: () => Date;
};

/** `hubs`: the addresses of the hubs that the post goes to. */
type JudgedRequest = { readonly post: JudgedPost; readonly hubs: readonly string[] };

/** Judges a post by the accounts of its project as they are now. */
export async function judgeRequest(
  { db, networks, isHostAllowed, now }: JudgeDeps,
  projectId: string,
  body: PostRequest,
): Promise<Decision<JudgedRequest>> {
  const ids = body.platforms.map(({ accountId }) => accountId);
  const accounts = await findAccountsByPublicId(db, projectId, ids);
  const judged = judgePost({ accounts, rulesOf: networks.rulesOf, isHostAllowed, now: now() }, body);
  if (!judged.ok) return judged;
  return { ...judged, hubs: [...accounts.values()].flatMap(({ hub }) => hub?.url ?? []) };
}
