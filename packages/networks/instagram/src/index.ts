import type { OAuthAdapter } from '@fanfare/network';
import { createRemoval, readPermalink } from '@fanfare/network-meta';
import { createComment } from './comment.ts';
import { type InstagramConfig, versionedGraph } from './config.ts';
import { createConnect } from './connect.ts';
import { createMetrics } from './metrics.ts';
import { createPublish } from './publish.ts';
import { instagramRules } from './rules.ts';

export { INSTAGRAM_DEFAULTS, type InstagramConfig } from './config.ts';
export { instagramRules } from './rules.ts';
export { INSTAGRAM_VERSIONS, instagramVersions } from './versions.ts';

/**
 * Instagram through the Instagram API with Instagram Login. Needs a professional account (Business
 * or Creator).
 *
 * @example
 * const instagram = createInstagram({
 *   ...INSTAGRAM_DEFAULTS,
 *   versions: instagramVersions(),
 *   clientId: '990602627938098',
 *   clientSecret: new Secret(secret),
 * });
 * const prepared = await instagram.publish.prepare(call, draft);
 * const { platformPostId } = await instagram.publish.send(call, prepared);
 */
export function createInstagram(config: InstagramConfig): OAuthAdapter {
  const graph = versionedGraph(config);
  return {
    platform: 'instagram',
    rules: instagramRules,
    connect: createConnect(config),
    publish: createPublish(config),
    permalink: (call, platformPostId) => readPermalink(call, graph, platformPostId),
    comment: createComment(config),
    metrics: createMetrics(config),
    removal: createRemoval(config.clientSecret),
  };
}
