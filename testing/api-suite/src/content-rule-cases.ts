import type { ContentRuleCase } from './content-rule-cases/content-rule-case.ts';
import { FOLLOW_UP_CASES } from './content-rule-cases/follow-ups.ts';
import { HUB_CASES } from './content-rule-cases/hub.ts';
import { INSTAGRAM_CASES } from './content-rule-cases/instagram.ts';
import { LINKEDIN_CASES } from './content-rule-cases/linkedin.ts';
import { THREADS_CASES } from './content-rule-cases/threads.ts';
import { X_CASES } from './content-rule-cases/x.ts';

/**
 * Rules of each platform but `…carousel.max_items`, `linkedin.images.max_count` and
 * `hub.media.max_images`: no request may hold more than their 10 items.
 */
export const CONTENT_RULE_CASES: readonly ContentRuleCase[] = [
  ...INSTAGRAM_CASES,
  ...THREADS_CASES,
  ...X_CASES,
  ...LINKEDIN_CASES,
  ...HUB_CASES,
  ...FOLLOW_UP_CASES,
];
