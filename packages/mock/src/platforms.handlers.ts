import { describePlatform } from '@fanfare/rules';
import type { Handlers } from './http/handlers.ts';
import { ALL_RULES } from './media/file-rules.ts';

/** Limits and rules of every platform, from the same data that validates posts. */
export function platformsHandlers(): Pick<Handlers, 'platforms.list'> {
  return {
    'platforms.list': async () => {
      // Loaded when it is needed, as few programs ask for it.
      const { PLATFORM_OPTIONS } = await import('./platform-options.ts');
      const platforms = ALL_RULES.map((rules) =>
        describePlatform(rules, { configured: true, options: PLATFORM_OPTIONS[rules.platform] ?? {} }),
      );
      return { status: 200, body: { platforms } };
    },
  };
}
