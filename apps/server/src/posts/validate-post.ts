import type { ValidatePostBody, ValidatePostResponse } from '@fanfare/contract';
import type { Egress } from '@fanfare/network';
import { answerValidate, type Decision } from '@fanfare/rules';
import { findAccountsByPublicId } from '../accounts/find-accounts-by-public-id.ts';
import type { Database } from '../db/database.ts';
import type { FindHosted } from '../media/find-hosted.ts';
import type { CountPages } from '../media/pages/page-counter.ts';
import { probeFiles } from '../media/probe-files.ts';
import { type JudgeDeps, judgeRequest } from './judge-request.ts';

type ValidateDeps = JudgeDeps & {
  readonly db: Database;
  readonly findHosted: FindHosted;
  readonly egress: Egress;
  readonly countPages: CountPages;
};

/** Handles the dry run of `POST /posts`: the same rules, no record and no network call. */
export async function validatePost(
  deps: ValidateDeps,
  projectId: string,
  body: ValidatePostBody,
): Promise<Decision<{ readonly answer: ValidatePostResponse }>> {
  const ids = body.platforms.map(({ accountId }) => accountId);
  const accounts = await findAccountsByPublicId(deps.db, projectId, ids);
  const hosted = await deps.findHosted(projectId, body);
  const files = body.probe ? await probeFiles(deps, projectId, hosted, body) : hosted;
  const judged = judgeRequest(deps, accounts, files, body);
  return judged.ok ? { ok: true, answer: answerValidate(judged.post, body) } : judged;
}
