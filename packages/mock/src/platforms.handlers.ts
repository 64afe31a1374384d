import type { Handlers } from './http/handlers.ts';

/** Limits and rules of every platform, from the same data that validates posts. */
export function platformsHandlers(): Pick<Handlers, 'platforms.list'> {
  return {
    'platforms.list': async () => {
      // Loaded when it is needed, as few programs ask for it.
      const { DESCRIBED_PLATFORMS } = await import('./described-platforms.ts');
      return { status: 200, body: { platforms: [...DESCRIBED_PLATFORMS] } };
    },
  };
}
