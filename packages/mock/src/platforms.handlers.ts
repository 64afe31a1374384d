import { describePlatform } from '@fanfare/rules';
import type { Handlers } from './http/handlers.ts';
import { ALL_RULES } from './media/file-rules.ts';

/** Limits and rules of every platform, from the same data that validates posts. */
export function platformsHandlers(): Pick<Handlers, 'platforms.list'> {
  const platforms = ALL_RULES.map((rules) => describePlatform(rules, true));
  return { 'platforms.list': () => ({ status: 200, body: { platforms } }) };
}
