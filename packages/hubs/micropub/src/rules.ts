import { TARGET_OPTIONS } from '@fanfare/contract';
import type { HubContent } from '@fanfare/hub/rules';

/** The options of Micropub. Browser-safe. */
export const micropubContent = { type: 'micropub', options: TARGET_OPTIONS.micropub } as const satisfies HubContent;
