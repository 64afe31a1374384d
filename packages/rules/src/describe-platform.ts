import type { PlatformCapabilities } from '@fanfare/contract';
import type { ContentRules } from './content-rules.ts';
import { optionRules } from './judge-options.ts';
import { REQUEST_RULES } from './request-rules.ts';

type Facts = Pick<PlatformCapabilities, 'configured' | 'options'>;

/** Describes a platform for `GET /platforms`, from the rules that posts are checked by. */
export const describePlatform = (of: ContentRules, { configured, options }: Facts): PlatformCapabilities => ({
  platform: of.platform,
  configured,
  ...of.limits,
  options,
  rules: [...of.rules, ...optionRules(of), ...(of.files ?? []), ...REQUEST_RULES].map(({ name, summary }) => ({
    name,
    summary,
  })),
});
