export { type AccountEvent, canPublish, countsAgainstCap, nextAccountStatus } from './account-state.ts';
export {
  type AdmissionAccount,
  type JudgedPost,
  type JudgedTarget,
  judgePost,
  type Laws,
  type PostRequest,
} from './admission.ts';
export { toCommentError } from './comment-error.ts';
export {
  type ContentRule,
  type ContentRules,
  checkContent,
  type PlatformLimits,
  type Violation,
  type Warning,
} from './content-rules.ts';
export { COMMENT_UNITS, REPOST_UNITS, type TargetCost, targetCost } from './cost.ts';
export { type Draft, toDraft, toRequested } from './draft.ts';
export { countMedia, isEmpty, isMixed } from './draft-facts.ts';
export { firstLink } from './first-link.ts';
export { canonicalJson, chooseIdempotencyKey, keyWithoutEffect } from './idempotency.ts';
export { namePost, type PostNames } from './name-post.ts';
export { noEffect } from './no-effect.ts';
export { isPlanName, PLANS, type Plan, type PlanName, planOf } from './plans.ts';
export { postStatus } from './post-state.ts';
export { isPrivateHost } from './private-host.ts';
export { fitsQuota, type QuotaCounter, type QuotaPeriod, quotaPeriodOf, remainingUnits } from './quota.ts';
export { type Decision, type Refusal, type Refused, refuse, refuseAll, refuseField, summarise } from './refusal.ts';
export { REQUEST_RULES } from './request-rules.ts';
export { atMost, refuseWhen } from './rule-forms.ts';
export {
  awaitsComment,
  type FinalTargetStatus,
  initialCommentStatus,
  type StoredTargetState,
  settleTarget,
  targetStatus,
} from './target-state.ts';
