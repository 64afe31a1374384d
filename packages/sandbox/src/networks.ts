import { createLinkedin } from './linkedin/index.ts';
import type { CreateSimulator } from './simulator.ts';
import { createX } from './x/index.ts';

/** The simulated networks, in the order the pages list them. */
export const createSimulators: readonly CreateSimulator[] = [createX, createLinkedin];
