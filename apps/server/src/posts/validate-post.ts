import type { ValidatePostBody, ValidatePostResponse } from '@fanfare/contract';
import { answerValidate, type Decision } from '@fanfare/rules';
import { findAccountsByPublicId } from '../accounts/find-accounts-by-public-id.ts';
import type { Database } from '../db/database.ts';
import type { FindHosted } from '../media/find-hosted.ts';
import { type JudgeDeps, judgeRequest } from './judge-request.ts';

/** Handles the dry run of `POST /posts`: the same rules, no record and no network call. */
export async function validatePost(
  deps: JudgeDeps & { readonly db: Database; readonly findHosted: FindHosted },
  projectId: string,
  body: ValidatePostBody,
): Promise<Decision<{ readonly answer: ValidatePostResponse }>> {
  const ids = body.platforms.map(({ accountId }) => accountId);
  const accounts = await findAccountsByPublicId(deps.db, projectId, ids);
  const judged = judgeRequest(deps, accounts, await deps.findHosted(projectId, body), body);
  return judged.ok ? { ok: true, answer: answerValidate(judged.post, body) } : judged;
}
