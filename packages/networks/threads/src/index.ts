import type { OAuthAdapter } from '@fanfare/network';
import { createRemoval, readPermalink } from '@fanfare/network-meta';
import { createComment } from './comment.ts';
import { type ThreadsConfig, versionedGraph } from './config.ts';
import { createConnect } from './connect.ts';
import { createMetrics } from './metrics.ts';
import { containerApi, createPublish } from './publish.ts';
import { threadsRules } from './rules.ts';
import { createUnpublish } from './unpublish.ts';

export { THREADS_DEFAULTS, type ThreadsConfig } from './config.ts';
export { threadsRules } from './rules.ts';

/**
 * Threads through the Threads API.
 *
 * @example
 * const threads = createThreads({ ...THREADS_DEFAULTS, clientId: '1234567', clientSecret: new Secret(secret) });
 * const prepared = await threads.publish.prepare(call, draft);
 * const { platformPostId } = await threads.publish.send(call, prepared);
 */
export function createThreads(config: ThreadsConfig): OAuthAdapter {
  const graph = versionedGraph(config);
  const api = containerApi(config);
  return {
    platform: 'threads',
    rules: threadsRules,
    connect: createConnect(config),
    publish: createPublish(api),
    permalink: (call, platformPostId) => readPermalink(call, graph, platformPostId),
    comment: createComment(api),
    unpublish: createUnpublish(config),
    metrics: createMetrics(config),
    removal: createRemoval(config.clientSecret),
  };
}
