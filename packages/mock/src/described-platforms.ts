import type { PlatformCapabilities } from '@fanfare/contract';
import { optionsSchema } from '@fanfare/contract/openapi';
import { describePlatform } from '@fanfare/rules';
import { ALL_RULES } from './media/file-rules.ts';

/**
 * The answer of `GET /platforms`. The package has it written out, and the rules without their
 * summaries.
 */
export const DESCRIBED_PLATFORMS: readonly PlatformCapabilities[] = ALL_RULES.map((rules) =>
  describePlatform(rules, { configured: true, options: optionsSchema(rules.options ?? {}) }),
);
