import type { PlatformCapabilities } from '@fanfare/contract';
import type { ContentRules } from './content-rules.ts';
import { REQUEST_RULES } from './request-rules.ts';

/** Describes a platform for `GET /platforms`, from the rules that posts are checked by. */
export const describePlatform = (
  { platform, limits, rules, files = [] }: ContentRules,
  configured: boolean,
): PlatformCapabilities => ({
  platform,
  configured,
  ...limits,
  rules: [...rules, ...files, ...REQUEST_RULES].map(({ name, summary }) => ({ name, summary })),
});
