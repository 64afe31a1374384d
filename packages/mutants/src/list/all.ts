import { DASHBOARD } from './dashboard.ts';
import { EVENTS } from './events.ts';
import { HUB_PROMISES } from './hub-promises.ts';
import { HUBS } from './hubs.ts';
import { NETWORKS } from './networks.ts';
import { PUBLISHING } from './publishing.ts';
import { RULES } from './rules.ts';
import { SERVER } from './server.ts';

export const MUTANTS = [
  ...RULES,
  ...NETWORKS,
  ...HUBS,
  ...HUB_PROMISES,
  ...PUBLISHING,
  ...SERVER,
  ...EVENTS,
  ...DASHBOARD,
];
