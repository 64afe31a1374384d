import { type DraftCheck, type FieldError, LIMITS, type Warning } from '@fanfare/contract';
import type { JudgedPost } from './admission.ts';
import type { Decision } from './refusal.ts';

/** A draft that cannot be judged by the rules: its request has not the shape of one. */
export const brokenDraft = (problems: readonly FieldError[]): DraftCheck => ({
  valid: false,
  problems: problems.slice(0, LIMITS.errorDetails.value),
  violations: [],
  warnings: [],
  units: 0,
});

/** Says what publishing a draft would do, by the judgement of its request. */
export function checkDraft(
  judged: Decision<{ readonly post: Pick<JudgedPost, 'violations' | 'warnings' | 'units'> }>,
  body: { readonly idempotencyKey?: string | undefined },
): DraftCheck {
  if (!judged.ok) {
    const { message, details = [] } = judged.refusal;
    const named = details.flatMap((detail) => ('path' in detail && 'message' in detail ? [detail as FieldError] : []));
    return brokenDraft(named.length > 0 ? named : [{ path: '', message }]);
  }
  const { violations, warnings, units } = judged.post;
  return {
    valid: violations.length === 0,
    problems: [],
    violations: [...violations],
    warnings: [...warnKey(body), ...warnings],
    units,
  };
}

function warnKey({ idempotencyKey }: { readonly idempotencyKey?: string | undefined }): Warning[] {
  if (idempotencyKey === undefined) return [];
  return [{ path: 'idempotencyKey', message: 'A draft is published under its own key: this one has no effect.' }];
}
