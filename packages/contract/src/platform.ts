import { z } from 'zod';
import { named } from './documented.ts';

/** Networks whose accounts are connected through the hosted OAuth flow (spec 4.1). */
export const OAUTH_PLATFORMS = ['instagram', 'threads', 'x', 'linkedin'] as const;

/** Every platform value an account or target can carry: the OAuth networks and self-hosted hubs. */
export const PLATFORMS = [...OAUTH_PLATFORMS, 'hub'] as const;

export type OAuthPlatform = (typeof OAUTH_PLATFORMS)[number];
export type Platform = (typeof PLATFORMS)[number];

export const OAuthPlatformSchema = named(
  'OAuthPlatform',
  'A network connected through the hosted OAuth flow.',
  z.enum(OAUTH_PLATFORMS),
);
export const PlatformSchema = named('Platform', 'A network, or a self-hosted hub.', z.enum(PLATFORMS));
