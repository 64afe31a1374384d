import type { NetworkAdapter } from '@fanfare/network';
import { type InsightsOf, readInsights } from '@fanfare/network-meta';
import { type ThreadsConfig, versionedGraph } from './config.ts';

/** The same for every kind of post, without saves. Meta, Threads insights, checked 2026-11. */
const METRICS = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const;

/** The sum of the counts there are; null when there is none. */
const sum = (...counts: readonly (number | undefined)[]): number | null => {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
};

/**
 * Engagement of a post on Threads. Threads counts reposts, quotes and shares (posts sent to
 * somebody) separately; `shares` here is their sum.
 */
export function createMetrics(config: ThreadsConfig): NonNullable<NetworkAdapter['metrics']> {
  const insights: InsightsOf<(typeof METRICS)[number]> = {
    graph: versionedGraph(config),
    required: { network: 'Threads', scope: 'threads_manage_insights', purpose: 'metrics' },
    metrics: METRICS,
  };
  return async (call, platformPostId) => {
    const { views, likes, replies, reposts, quotes, shares } = await readInsights(call, insights, platformPostId);
    return {
      views: views ?? null,
      likes: likes ?? null,
      comments: replies ?? null,
      shares: sum(reposts, quotes, shares),
      saves: null,
    };
  };
}
