import { LIMITS } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';

const BASE_MS = 120_000;
const PER_PROCESSED_MS = 240_000;
const PER_IMAGE_MS = 30_000;

/** Time limit of one target: 120 s, plus 240 s per video or document and 30 s per image. */
export function deadlineMs(draft: Pick<Draft, 'media'>): number {
  return draft.media.reduce((sum, item) => sum + (item.type === 'image' ? PER_IMAGE_MS : PER_PROCESSED_MS), BASE_MS);
}

/** Extra time for a target's first comment; 0 without one. */
export const commentMs = (draft: Pick<Draft, 'firstComment'>): number =>
  draft.firstComment === null ? 0 : COMMENT_BUDGET_MS;

/** Time limit of a run that finds an open public write: reading it back takes up to 90 s. */
export const READ_BACK_MS = 120_000;

/** Time limit of a first comment after its post is published, including reading it back. */
export const COMMENT_BUDGET_MS = LIMITS.firstCommentWaitMs.value;
