import type { Target, TargetErrorCode } from '@fanfare/sdk';

const OF_CONTENT: readonly TargetErrorCode[] = [
  'duplicate_content',
  'content_rejected',
  'media_rejected',
  'media_processing_failed',
  'space_not_found',
];

/** Whether a target failed for what was to be published: sent again unchanged, it fails again. */
export const failedForContent = ({ errorDetail }: Pick<Target, 'errorDetail'>): boolean =>
  errorDetail !== null && OF_CONTENT.includes(errorDetail.code);
