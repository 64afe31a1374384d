import type { OAuthAdapter } from '@fanfare/network';
import type { XConfig } from './config.ts';
import { createConnect, revoke } from './connect.ts';
import { postIdProblem } from './post-id-problem.ts';
import { createPublish } from './publish.ts';
import { readMetrics } from './read-metrics.ts';
import { readOwnPostUrl, readPostUrl } from './read-post-url.ts';
import { createRepost } from './repost.ts';
import { xRules } from './rules.ts';
import { createUnpublish } from './unpublish.ts';

/**
 * X as a network.
 *
 * @example
 * const x = createX({ ...X_DEFAULTS, clientId: 'VGhp…', clientSecret: new Secret('…') });
 * const prepared = await x.publish.prepare(call, draft);
 * const { platformPostId, url } = await x.publish.send(call, prepared);
 */
export function createX(config: XConfig): OAuthAdapter {
  return {
    platform: 'x',
    rules: xRules,
    connect: createConnect(config),
    revoke: (call) => revoke(call, config, call.credential),
    publish: createPublish(config),
    repost: createRepost(config),
    unpublish: createUnpublish(config),
    readPostUrl: (url) => readPostUrl(url) ?? readOwnPostUrl(url, config.webUrl),
    postIdProblem,
    metrics: (call, platformPostId) => readMetrics(call, config, platformPostId),
  };
}
