import {
  type AdmissionAccount,
  type AdmissionContext,
  type Decision,
  type HostedFiles,
  type JudgedPost,
  judgePost,
  type PostRequest,
} from '@fanfare/rules';
import type { Networks } from '../config/networks.ts';

export type JudgeDeps = {
  readonly networks: Networks;
  readonly isHostAllowed: AdmissionContext['isHostAllowed'];
  readonly now: () => Date;
};

/** The facts by which a request's account is judged. */
export type JudgedAccount = AdmissionAccount & {
  readonly hub: (NonNullable<AdmissionAccount['hub']> & { readonly url: string }) | null;
};

/** `hubs`: the hub address of each target on a hub. */
export type JudgedRequest = { readonly post: JudgedPost; readonly hubs: readonly string[] };

/** Judges a post by its accounts, which have public ids, and its hosted files. */
export function judgeRequest(
  { networks, isHostAllowed, now }: JudgeDeps,
  accounts: ReadonlyMap<string, JudgedAccount>,
  hosted: HostedFiles,
  body: PostRequest,
): Decision<JudgedRequest> {
  const judged = judgePost({ accounts, hosted, rulesOf: networks.rulesOf, isHostAllowed, now: now() }, body);
  if (!judged.ok) return judged;
  return { ...judged, hubs: body.platforms.flatMap(({ accountId }) => accounts.get(accountId)?.hub?.url ?? []) };
}
