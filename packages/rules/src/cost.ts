import { type ContentRules, takesComment } from './content-rules.ts';
import type { Draft } from './draft.ts';

/** Units of one target, by network write. */
export type TargetCost = { readonly publish: number; readonly comment: number };

/** A first comment is one network write of one unit, with any content (spec 8, metering 1). */
export const COMMENT_UNITS = 1;
/** A repost is one network write without link surcharge (spec 8, metering 2). */
export const REPOST_UNITS = 1;

/** Units reserved for a target. A comment counts where the platform has first comments. */
export function targetCost(draft: Draft, rules: ContentRules): TargetCost {
  const comments = draft.firstComment !== null && takesComment(draft, rules);
  return { publish: rules.units(draft), comment: comments ? COMMENT_UNITS : 0 };
}
