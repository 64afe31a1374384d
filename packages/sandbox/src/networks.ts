import { createHub } from './hub/index.ts';
import { createInstagram } from './instagram/index.ts';
import { createLinkedin } from './linkedin/index.ts';
import type { CreateSimulator } from './simulator.ts';
import { createThreads } from './threads/index.ts';
import { createX } from './x/index.ts';

/** The simulated networks, in the order the pages list them. */
export const createSimulators: readonly CreateSimulator[] = [
  createInstagram,
  createThreads,
  createX,
  createLinkedin,
  createHub,
];
