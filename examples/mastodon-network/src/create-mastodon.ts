import type { OAuthAdapter } from '@fanfare/network';
import type { MastodonConfig } from './config.ts';
import { createConnect } from './connect.ts';
import { PLATFORM } from './platform.ts';
import { createComment, createPublish } from './publish.ts';
import { readMetrics } from './read-metrics.ts';
import { createReadPostUrl } from './read-post-url.ts';
import { createRepost } from './repost.ts';
import { createMastodonRules } from './rules.ts';

/**
 * Mastodon as a network: one server of it, and whoever has an account there.
 *
 * @example
 * const mastodon = createMastodon({ url: 'https://mastodon.social', clientId, clientSecret: new Secret('…'), limits: MASTODON_LIMITS, newKey: randomUUID });
 * const prepared = await mastodon.publish.prepare(call, draft);
 * const { platformPostId, url } = await mastodon.publish.send(call, prepared);
 */
export function createMastodon(config: MastodonConfig): OAuthAdapter {
  return {
    platform: PLATFORM,
    rules: createMastodonRules(config.limits),
    connect: createConnect(config),
    publish: createPublish(config),
    comment: createComment(config),
    repost: createRepost(config),
    readPostUrl: createReadPostUrl(config),
    metrics: (call, platformPostId) => readMetrics(call, config, platformPostId),
  };
}
