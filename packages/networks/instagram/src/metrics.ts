import type { NetworkAdapter } from '@fanfare/network';
import { type InsightsOf, readInsights } from '@fanfare/network-meta';
import { type InstagramConfig, versionedGraph } from './config.ts';

/**
 * Valid for images, carousels and reels; one that is not fails the whole call, so nothing else is
 * asked for. `impressions`, `plays`, `video_views` and `engagement` are gone, and the `total_*`
 * counts belong to Facebook Login. Meta, media insights, checked 2026-11.
 */
const METRICS = ['views', 'likes', 'comments', 'shares', 'saved'] as const;

/** Engagement of a post on Instagram. */
export function createMetrics(config: InstagramConfig): NonNullable<NetworkAdapter['metrics']> {
  const insights: InsightsOf<(typeof METRICS)[number]> = {
    graph: versionedGraph(config),
    required: { network: 'Instagram', scope: 'instagram_business_manage_insights', purpose: 'metrics' },
    metrics: METRICS,
  };
  return async (call, platformPostId) => {
    const { views, likes, comments, shares, saved } = await readInsights(call, insights, platformPostId);
    return {
      views: views ?? null,
      likes: likes ?? null,
      comments: comments ?? null,
      shares: shares ?? null,
      saves: saved ?? null,
    };
  };
}
