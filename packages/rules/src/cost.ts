import { type ContentRules, takesComment } from './content-rules.ts';
import type { Draft } from './draft.ts';
import { COMMENT_UNITS, followUpsOf, followUpUnits } from './follow-ups.ts';

/** Units of one target, by network write. */
export type TargetCost = {
  readonly publish: number;
  readonly comment: number;
  /** Units of each post that follows, in the order of `followUpsOf`. */
  readonly followUps: readonly number[];
};

/** The units of all writes of a target. */
export const unitsOf = ({ publish, comment, followUps }: TargetCost): number =>
  followUps.reduce((sum, units) => sum + units, publish + comment);

/** A repost is one network write without link surcharge (spec 8, metering 2). */
export const REPOST_UNITS = 1;

/** Units reserved for a target. A comment counts where the platform has first comments. */
export function targetCost(draft: Draft, rules: ContentRules): TargetCost {
  const comments = draft.firstComment !== null && takesComment(draft, rules);
  const followUps = followUpsOf(draft, rules).map((one) => followUpUnits(one, rules));
  return { publish: rules.units(draft), comment: comments ? COMMENT_UNITS : 0, followUps };
}
