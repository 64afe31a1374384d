import {
  unknownKeys,
  type ValidatePostBody,
  ValidatePostBodySchema,
  type ValidatePostResponse,
} from '@fanfare/contract';
import { judgePost, type Laws } from '@fanfare/rules';
import type { DatabasePool } from '../db/database.ts';
import { RequestError } from '../http/request-error.ts';
import type { Networks } from '../networks.ts';
import { accountsOf, refusePast, toPostRequest } from './create-post.ts';

export type ValidateCommand = {
  readonly projectId: string;
  readonly body: ValidatePostBody;
  readonly rawBody: unknown;
};

export type ValidateDeps = {
  readonly db: DatabasePool;
  readonly networks: Networks;
  readonly isHostAllowed: Laws['isHostAllowed'];
  readonly now: () => Date;
};

/** The dry run of `POST /posts`: the same laws, nothing recorded, no network asked. */
export async function validatePost(deps: ValidateDeps, command: ValidateCommand): Promise<ValidatePostResponse> {
  const { projectId, body, rawBody } = command;
  refusePast(body.publishAt, deps.now());
  const accounts = await accountsOf(deps, projectId, body);
  const judged = judgePost(
    { accounts, rulesOf: deps.networks.rulesOf, isHostAllowed: deps.isHostAllowed },
    toPostRequest(body),
  );
  if (!judged.ok)
    throw new RequestError(judged.refusal.code, judged.refusal.message, { details: [...judged.refusal.details] });
  const { violations, warnings, units, targets } = judged.post;
  return {
    valid: violations.length === 0,
    violations: [...violations],
    warnings: [...unknownKeys(ValidatePostBodySchema, rawBody), ...warnings],
    units,
    targets: targets.map(({ request, cost }) => ({
      accountId: request.accountId,
      platform: request.platform,
      units: cost.publish + cost.comment,
    })),
  };
}
