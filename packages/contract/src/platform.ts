import { z } from 'zod';
import { named } from './documented.ts';

/** The spec's networks whose accounts are connected through the hosted OAuth flow (spec 4.1). */
export const OAUTH_PLATFORMS = ['instagram', 'threads', 'x', 'linkedin'] as const;

/** Every platform of the spec: the OAuth networks and self-hosted hubs. */
export const PLATFORMS = [...OAUTH_PLATFORMS, 'hub'] as const;

/**
 * Every platform, and how its accounts are connected. An installation that adds a network declares
 * the name here; the schemas take it once the contract is made for that installation's networks
 * (`contractFor`).
 *
 * @example
 * declare module '@fanfare/contract' {
 *   interface PlatformNames {
 *     mastodon: 'oauth';
 *   }
 * }
 */
export interface PlatformNames {
  instagram: 'oauth';
  threads: 'oauth';
  x: 'oauth';
  linkedin: 'oauth';
  hub: 'key';
}

export type Platform = keyof PlatformNames;
export type OAuthPlatform = { [Name in Platform]: PlatformNames[Name] extends 'oauth' ? Name : never }[Platform];

export interface OAuthPlatformSchema extends z.ZodType<OAuthPlatform> {}
export const OAuthPlatformSchema: OAuthPlatformSchema = named(
  'OAuthPlatform',
  'A network connected through the hosted OAuth flow.',
  z.enum(OAUTH_PLATFORMS),
);

export interface PlatformSchema extends z.ZodType<Platform> {}
export const PlatformSchema: PlatformSchema = named('Platform', 'A network, or a self-hosted hub.', z.enum(PLATFORMS));
