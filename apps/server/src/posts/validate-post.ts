import type { ValidatePostBody, ValidatePostResponse } from '@fanfare/contract';
import { answerValidate, type Decision } from '@fanfare/rules';
import { type JudgeDeps, judgeRequest } from './judge-request.ts';

export type ValidateCommand = {
  readonly projectId: string;
  readonly body: ValidatePostBody;
};

/** The dry run of `POST /posts`: applies the same rules, records nothing and calls no network. */
export async function validatePost(
  deps: JudgeDeps,
  { projectId, body }: ValidateCommand,
): Promise<Decision<{ readonly answer: ValidatePostResponse }>> {
  const judged = await judgeRequest(deps, projectId, body);
  return judged.ok ? { ok: true, answer: answerValidate(judged.post, body) } : judged;
}
