import type { ListPlatformsResponse } from '@fanfare/contract';
import { REQUEST_RULES } from '@fanfare/rules';
import type { Handlers } from './http/handlers.ts';
import { NETWORKS, rulesOf } from './network-rules.ts';

/** Limits and rules of every platform, read from the very data that validates posts. */
export function platformsHandlers(): Pick<Handlers, 'platforms.list'> {
  return { 'platforms.list': () => ({ status: 200, body: listPlatforms() }) };
}

function listPlatforms(): ListPlatformsResponse {
  return {
    platforms: NETWORKS.flatMap((platform) => {
      const rules = rulesOf(platform);
      if (!rules) return [];
      const named = [...rules.rules, ...REQUEST_RULES].map(({ name, summary }) => ({ name, summary }));
      return [{ platform, configured: true, ...rules.limits, rules: named }];
    }),
  };
}
