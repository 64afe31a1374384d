import { type Contract, type DraftCheck, toFieldErrors } from '@fanfare/contract';
import { brokenDraft, checkDraft } from '@fanfare/rules';
import { findAccountsByPublicId } from '../../accounts/find-accounts-by-public-id.ts';
import type { Networks } from '../../config/networks.ts';
import type { Database } from '../../db/database.ts';
import type { FindHosted } from '../../media/find-hosted.ts';
import { type JudgeDeps, judgeRequest } from '../judge-request.ts';

export type CheckDraftDeps = JudgeDeps & {
  readonly db: Database;
  readonly networks: Networks & { readonly contract: Contract };
  readonly findHosted: FindHosted;
};

/** Says what publishing the request of a draft would do: its shape first, then the rules. */
export async function checkRequest(deps: CheckDraftDeps, projectId: string, request: unknown): Promise<DraftCheck> {
  const { body: schema } = deps.networks.contract.posts.create;
  const parsed = schema.safeParse(request);
  if (!parsed.success) return brokenDraft(toFieldErrors(parsed.error, schema));
  const body = parsed.data;
  const ids = body.platforms.map(({ accountId }) => accountId);
  const accounts = await findAccountsByPublicId(deps.db, projectId, ids);
  return checkDraft(judgeRequest(deps, accounts, await deps.findHosted(projectId, body), body), body);
}
