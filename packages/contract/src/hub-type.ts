import { z } from 'zod';
import { named } from './documented.ts';

/** The kinds of hubs that every installation can publish to. */
export const HUB_TYPES = ['wordpress', 'micropub'] as const;

/**
 * Every kind of hub. An installation that adds a hub driver declares its type here; the schemas
 * take it once the contract is made for that installation's drivers (`contractFor`).
 *
 * @example
 * declare module '@fanfare/contract' {
 *   interface HubTypeNames {
 *     humhub: true;
 *   }
 * }
 */
export interface HubTypeNames {
  wordpress: true;
  micropub: true;
}

export type HubType = keyof HubTypeNames;

export interface HubTypeSchema extends z.ZodType<HubType> {}
export const HubTypeSchema: HubTypeSchema = named(
  'HubType',
  'The software a hub runs, or the protocol it speaks.',
  z.enum(HUB_TYPES),
);
