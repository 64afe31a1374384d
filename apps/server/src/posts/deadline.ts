import { LIMITS } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';

const BASE_MS = 120_000;
const PER_VIDEO_MS = 240_000;
const PER_IMAGE_MS = 30_000;

/** How long one target may take before it is given up: 120 s, and 240 s per video and 30 s per image for the network's processing. */
export function deadlineMs(draft: Pick<Draft, 'media'>): number {
  return draft.media.reduce((sum, item) => sum + (item.type === 'video' ? PER_VIDEO_MS : PER_IMAGE_MS), BASE_MS);
}

/** How long a target's first comment may take on top; 0 without one. */
export const commentMs = (draft: Pick<Draft, 'firstComment'>): number =>
  draft.firstComment === null ? 0 : COMMENT_BUDGET_MS;

/** What a run that takes up an open public write has for it: reading back one whose answer was lost takes up to 90 s. */
export const READ_BACK_MS = 120_000;

/** How long a first comment may take once its post is out, reading it back included. */
export const COMMENT_BUDGET_MS = LIMITS.firstCommentWaitMs.value;
