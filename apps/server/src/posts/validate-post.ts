import type { ValidatePostBody, ValidatePostResponse } from '@fanfare/contract';
import { answerValidate, type Decision } from '@fanfare/rules';
import { findAccountsByPublicId } from '../accounts/find-accounts-by-public-id.ts';
import type { Database } from '../db/database.ts';
import { type JudgeDeps, judgeRequest } from './judge-request.ts';

export type ValidateCommand = {
  readonly projectId: string;
  readonly body: ValidatePostBody;
};

/** The dry run of `POST /posts`: applies the same rules, records nothing and calls no network. */
export async function validatePost(
  deps: JudgeDeps & { readonly db: Database },
  { projectId, body }: ValidateCommand,
): Promise<Decision<{ readonly answer: ValidatePostResponse }>> {
  const ids = body.platforms.map(({ accountId }) => accountId);
  const judged = judgeRequest(deps, await findAccountsByPublicId(deps.db, projectId, ids), body);
  return judged.ok ? { ok: true, answer: answerValidate(judged.post, body) } : judged;
}
