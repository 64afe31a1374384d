import type { ValidatePostBody, ValidatePostResponse, Warning } from '@fanfare/contract';
import type { JudgedPost } from './admission.ts';
import { unitsOf } from './cost.ts';

/** The answer to a dry run: what the post would cost, and every rule it breaks. */
export function answerValidate(
  { violations, warnings, units, targets }: JudgedPost,
  body: Pick<ValidatePostBody, 'idempotencyKey'>,
): ValidatePostResponse {
  return {
    valid: violations.length === 0,
    violations: [...violations],
    warnings: [...warnKey(body), ...warnings],
    units,
    targets: targets.map(({ request: { accountId, platform }, cost, linkCard }) => ({
      accountId,
      platform,
      units: unitsOf(cost),
      ...(linkCard !== null && { linkCard }),
    })),
  };
}

/** Nothing is recorded, so a key has no effect. */
function warnKey({ idempotencyKey }: Pick<ValidatePostBody, 'idempotencyKey'>): Warning[] {
  if (idempotencyKey === undefined) return [];
  return [{ path: 'idempotencyKey', message: 'Nothing is recorded: idempotencyKey has no effect and stays free.' }];
}
