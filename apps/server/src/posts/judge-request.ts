import { type Decision, type JudgedPost, judgePost, type Laws, type PostRequest } from '@fanfare/rules';
import type { AccountRow } from '../accounts/accounts.table.ts';
import type { Networks } from '../networks.ts';

export type JudgeDeps = {
  readonly networks: Networks;
  readonly isHostAllowed: Laws['isHostAllowed'];
  readonly now: () => Date;
};

/** `hubs`: the address of its hub for each target that goes to one. */
type JudgedRequest = { readonly post: JudgedPost; readonly hubs: readonly string[] };

/** Judges a post by the accounts that it names, by their public ids. */
export function judgeRequest(
  { networks, isHostAllowed, now }: JudgeDeps,
  accounts: ReadonlyMap<string, AccountRow>,
  body: PostRequest,
): Decision<JudgedRequest> {
  const judged = judgePost({ accounts, rulesOf: networks.rulesOf, isHostAllowed, now: now() }, body);
  if (!judged.ok) return judged;
  return { ...judged, hubs: body.platforms.flatMap(({ accountId }) => accounts.get(accountId)?.hub?.url ?? []) };
}
