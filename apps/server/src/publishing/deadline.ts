import { LIMITS } from '@fanfare/contract';
import type { Draft } from '@fanfare/rules';

const BASE_MS = 120_000;
const PER_VIDEO_MS = 240_000;
const PER_IMAGE_MS = 30_000;

/** How long one target may take before it fails: 120 s, and 240 s per video and 30 s per image while the network processes them. */
export function deadlineMs(draft: Pick<Draft, 'media'>): number {
  return draft.media.reduce((sum, item) => sum + (item.type === 'video' ? PER_VIDEO_MS : PER_IMAGE_MS), BASE_MS);
}

/** How long a target's first comment may take on top; 0 without one. */
export const commentMs = (draft: Pick<Draft, 'firstComment'>): number =>
  draft.firstComment === null ? 0 : COMMENT_BUDGET_MS;

/** How long a run that finds an open public write may take: reading back a lost answer takes up to 90 s. */
export const READ_BACK_MS = 120_000;

/** How long a first comment may take after its post is published, reading it back included. */
export const COMMENT_BUDGET_MS = LIMITS.firstCommentWaitMs.value;
