import { contract } from '@fanfare/contract';
import { REQUEST_RULES } from '@fanfare/rules';
import { initServer } from '@ts-rest/express';
import type { Networks } from '../networks.ts';

type Deps = { readonly networks: Networks };

/** Limits and rules of every platform, read from the very data that validates posts. */
export function platformsHandlers(deps: Deps) {
  return initServer().router(contract.platforms, {
    list: async () => ({
      status: 200,
      body: {
        platforms: deps.networks.platforms.flatMap((platform) => {
          const rules = deps.networks.rulesOf(platform);
          if (!rules) return [];
          const named = [...rules.rules, ...REQUEST_RULES].map(({ name, summary }) => ({ name, summary }));
          const configured = deps.networks.isConfigured(platform);
          return [{ platform, configured, ...rules.limits, rules: named }];
        }),
      },
    }),
  });
}
