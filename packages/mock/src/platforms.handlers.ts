import { describePlatform } from '@fanfare/rules';
import type { Handlers } from './http/handlers.ts';
import { NETWORKS, rulesOf } from './network-rules.ts';

/** Limits and rules of every platform, from the same data that validates posts. */
export function platformsHandlers(): Pick<Handlers, 'platforms.list'> {
  const platforms = NETWORKS.map((platform) => describePlatform(rulesOf(platform)!, true));
  return { 'platforms.list': () => ({ status: 200, body: { platforms } }) };
}
