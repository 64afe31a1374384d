import express from 'express';
import type { CreateSimulator } from '../simulator.ts';

/** X, simulated from its public documents. */
export const createX: CreateSimulator = () => ({
  network: 'x',
  routers: { api: express.Router(), web: express.Router() },
  hosts: { 'api.x.com': 'api', 'api.twitter.com': 'api', 'x.com': 'web', 'twitter.com': 'web' },
  profiles: () => [],
  addProfile: () => {
    throw new Error('not yet');
  },
  registerApp: () => {},
  posts: () => [],
  controls: {},
  reset: () => {},
});
