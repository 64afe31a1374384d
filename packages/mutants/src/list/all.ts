import { HUBS } from './hubs.ts';
import { NETWORKS } from './networks.ts';
import { RULES } from './rules.ts';
import { SERVER } from './server.ts';

export const MUTANTS = [...RULES, ...NETWORKS, ...HUBS, ...SERVER];
