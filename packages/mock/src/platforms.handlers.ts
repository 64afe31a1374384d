import { describePlatform } from '@fanfare/rules';
import type { Handlers } from './http/handlers.ts';
import { ALL_RULES } from './media/file-rules.ts';

/** Limits and rules of every platform, from the same data that validates posts. */
export function platformsHandlers(): Pick<Handlers, 'platforms.list'> {
  return {
    'platforms.list': async () => {
      // Loaded when it is needed: it writes schemas, and is as large as the rest.
      const { optionsSchema } = await import('@fanfare/contract/openapi');
      const platforms = ALL_RULES.map((rules) =>
        describePlatform(rules, { configured: true, options: optionsSchema(rules.options ?? {}) }),
      );
      return { status: 200, body: { platforms } };
    },
  };
}
