import { contract } from '@fanfare/contract';
import { describePlatform } from '@fanfare/rules';
import { initServer } from '@ts-rest/express';
import type { Networks } from '../networks.ts';

type Deps = { readonly networks: Networks };

/** Limits and rules of every platform, from the same data that validates posts. */
export function platformsHandlers(deps: Deps) {
  return initServer().router(contract.platforms, {
    list: async () => ({
      status: 200,
      body: {
        platforms: [...deps.networks.platforms, 'hub' as const].flatMap((platform) => {
          const rules = deps.networks.rulesOf(platform);
          return rules ? [describePlatform(rules, deps.networks.isConfigured(platform))] : [];
        }),
      },
    }),
  });
}
