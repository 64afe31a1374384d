import { contract } from '@fanfare/contract';
import { describePlatform } from '@fanfare/rules';
import { apiHandlers } from '../callers/caller.ts';
import type { Networks } from '../config/networks.ts';

type Deps = { readonly networks: Networks };

/** Limits and rules of every platform, from the data that validates posts. */
export function platformsHandlers(deps: Deps) {
  return apiHandlers(contract.platforms, {
    list: async () => {
      const { optionsSchema } = await import('@fanfare/contract/openapi');
      return {
        status: 200,
        body: {
          platforms: [...deps.networks.platforms, 'hub' as const].flatMap((platform) => {
            const rules = deps.networks.rulesOf(platform);
            if (!rules) return [];
            const configured = deps.networks.isConfigured(platform);
            return [describePlatform(rules, { configured, options: optionsSchema(rules.options ?? {}) })];
          }),
        },
      };
    },
  });
}
