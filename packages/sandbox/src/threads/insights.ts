import type { InsightRules } from '../meta/insights.ts';
import type { MetaState } from '../meta/state.ts';
import { naturalCounts } from '../natural-counts.ts';
import { repliesTo, repostsOf, type ThreadsPost } from './posts.ts';

export function createInsightRules({ world, posts }: MetaState<ThreadsPost>): InsightRules<ThreadsPost> {
  return {
    // The same for text, pictures, videos and carousels; Threads has no saves (Meta, Threads
    // insights, checked 2026-10).
    metrics: ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'],
    /** Set by a test, or growing; replies (nested too) and reposts are counted. */
    valuesOf(post) {
      if (post.repostOf !== null) return null;
      const replies = repliesTo(posts.all(), post.id).length;
      const reposts = repostsOf(posts.all(), post.id).length;
      const { views, likes, quotes, shares } = naturalCounts(post.id, world.clock.now() - post.publishedAt);
      return { views, likes, replies, reposts, quotes, shares, ...post.insights };
    },
  };
}
