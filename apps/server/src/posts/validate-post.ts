import type { ValidatePostBody, ValidatePostResponse } from '@fanfare/contract';
import { keyWithoutEffect } from '@fanfare/rules';
import { type JudgeDeps, judgeRequest } from './judge-request.ts';

export type ValidateCommand = {
  readonly projectId: string;
  readonly body: ValidatePostBody;
};

/** The dry run of `POST /posts`: the same laws, nothing recorded, no network asked. */
export async function validatePost(
  deps: JudgeDeps,
  { projectId, body }: ValidateCommand,
): Promise<ValidatePostResponse> {
  const { violations, warnings, units, targets } = await judgeRequest(deps, projectId, body);
  return {
    valid: violations.length === 0,
    violations: [...violations],
    warnings: [...keyWithoutEffect(body), ...warnings],
    units,
    targets: targets.map(({ request, cost, linkCard }) => ({
      accountId: request.accountId,
      platform: request.platform,
      units: cost.publish + cost.comment,
      ...(linkCard !== null && { linkCard }),
    })),
  };
}
