import type { OAuthPlatform } from '@fanfare/contract';
import type { ServerOfFile } from '../../use-server.ts';

/** Networks that support a first comment, and the one call that makes it public. */
export const COMMENTING = [
  { platform: 'instagram', role: 'graph', path: '/comments$', skip: 0 },
  // A reply is published like a post, after it.
  { platform: 'threads', role: 'graph', path: '/threads_publish$', skip: 1 },
  { platform: 'linkedin', role: 'api', path: '/comments$', skip: 0 },
] as const satisfies readonly { platform: OAuthPlatform; role: string; path: string; skip: number }[];

export type Commenting = (typeof COMMENTING)[number];

/** The minimum a post needs. */
export const leastMedia = (server: ServerOfFile, platform: OAuthPlatform): unknown[] =>
  platform === 'instagram' ? [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }] : [];
