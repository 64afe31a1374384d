import type { Draft } from '@fanfare/rules';

const BASE_MS = 120_000;
const PER_VIDEO_MS = 240_000;
const PER_IMAGE_MS = 30_000;

/** How long one target may take before it is given up: 120 s, and 240 s per video and 30 s per image for the network's processing. */
export function deadlineMs(draft: Pick<Draft, 'media'>): number {
  return draft.media.reduce((sum, item) => sum + (item.type === 'video' ? PER_VIDEO_MS : PER_IMAGE_MS), BASE_MS);
}
