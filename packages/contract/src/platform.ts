import { z } from 'zod';

/** Networks whose accounts are connected through the hosted OAuth flow (spec 4.1). */
export const OAUTH_PLATFORMS = ['instagram', 'threads', 'x', 'linkedin'] as const;

/** Every platform value an account or target can carry: the OAuth networks and self-hosted hubs. */
export const PLATFORMS = [...OAUTH_PLATFORMS, 'hub'] as const;

export type OAuthPlatform = (typeof OAUTH_PLATFORMS)[number];
export type Platform = (typeof PLATFORMS)[number];

export const OAuthPlatformSchema = z.enum(OAUTH_PLATFORMS);
export const PlatformSchema = z.enum(PLATFORMS);
