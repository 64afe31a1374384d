import { createMock } from '@fanfare/mock';
import type { Implementation } from '../implementation.ts';
import { CALLS_WEBHOOKS, mockWorld } from './mock-world.ts';

/**
 * The mock in this process, by its `fetch` core. Each world is a separate mock with its own clock.
 */
export async function startMock(): Promise<Implementation> {
  return { name: 'mock', world: async () => mockWorld(createMock(CALLS_WEBHOOKS)), stop: async () => undefined };
}
