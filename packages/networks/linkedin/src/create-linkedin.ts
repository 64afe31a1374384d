import type { OAuthAdapter } from '@fanfare/network';
import { createComment } from './comment.ts';
import type { LinkedinConfig } from './config.ts';
import { createConnect, revoke } from './connect.ts';
import { findMentions } from './find-mentions.ts';
import { createPublish } from './publish.ts';
import { readMetrics } from './read-metrics.ts';
import { linkedinRules } from './rules.ts';
import { createUnpublish } from './unpublish.ts';

/**
 * LinkedIn as a network: persons and the company pages they administer.
 *
 * @example
 * const linkedin = createLinkedin({ ...LINKEDIN_DEFAULTS, versions: linkedinVersions(), clientId: '86x…', clientSecret: new Secret('…') });
 * const prepared = await linkedin.publish.prepare(call, draft);
 * const { platformPostId, url } = await linkedin.publish.send(call, prepared);
 */
export function createLinkedin(config: LinkedinConfig): OAuthAdapter {
  return {
    platform: 'linkedin',
    rules: linkedinRules,
    connect: createConnect(config),
    revoke: (call) => revoke(call, config, call.credential),
    publish: createPublish(config),
    comment: createComment(config),
    unpublish: createUnpublish(config),
    findMentions: (call, q) => findMentions(call, config, q),
    metrics: (call, platformPostId) => readMetrics(call, config, platformPostId),
  };
}
