import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';
import type { InsightRules } from '../meta/insights.ts';
import { naturalCounts } from '../natural-counts.ts';
import type { SandboxClock } from '../simulator.ts';
import type { InstagramPost } from './posts.ts';

type Product = InstagramPost['draft']['product'];

const everywhere: readonly Product[] = ['FEED', 'REELS', 'STORY'];
const feedAndReels: readonly Product[] = ['FEED', 'REELS'];

/** Metric → where it applies (Meta, Instagram media insights, checked 2026-09). */
const metrics: Readonly<Record<string, readonly Product[]>> = {
  views: everywhere,
  reach: everywhere,
  shares: everywhere,
  total_interactions: everywhere,
  reposts: everywhere,
  likes: feedAndReels,
  comments: feedAndReels,
  saved: feedAndReels,
  replies: ['STORY'],
  navigation: ['STORY'],
  follows: ['FEED', 'STORY'],
  profile_visits: ['FEED', 'STORY'],
  profile_activity: ['FEED', 'STORY'],
  ig_reels_avg_watch_time: ['REELS'],
  ig_reels_video_view_total_time: ['REELS'],
  reels_skip_rate: ['REELS'],
  // Withdrawn: a known name that no post has.
  impressions: [],
  plays: [],
  video_views: [],
  engagement: [],
  clips_replays_count: [],
};

/** The numbers of a story are shown from five viewers on. */
const MIN_STORY_VIEWS = 5;

export function createInsightRules(deps: { readonly clock: SandboxClock }): InsightRules<InstagramPost> {
  return {
    metrics: Object.keys(metrics).filter((name) => metrics[name]?.length),
    metricFailure(name, { draft }) {
      if (!Object.hasOwn(metrics, name) || metrics[name]?.includes(draft.product)) return null;
      return invalidParameter(
        `The Media Insights API does not support the ${name} metric for this media product type.`,
      );
    },
    valuesOf: (post) => insightValues(post, deps.clock.now()),
    valuesFailure: ({ draft }, values) =>
      draft.product === 'STORY' && (values.views ?? 0) < MIN_STORY_VIEWS ? tooFewViewers : null,
  };
}

/** A data problem with the code of a permission problem: only the message differs. */
const tooFewViewers: GraphFailure = { code: 10, message: '(#10) Not enough viewers for the media to show insights' };

/** The numbers of a post: set by a test, or growing with its age; comments are counted. */
export function insightValues(post: InstagramPost, nowMs: number): Readonly<Record<string, number>> {
  const comments = post.comments.reduce((sum, comment) => sum + 1 + comment.replies.length, 0);
  const { views, likes, shares, saves, quotes } = naturalCounts(post.id, nowMs - post.publishedAt);
  const reach = Math.floor(views * 0.8);
  const counted = { views, reach, likes, comments, shares, saved: saves, reposts: quotes, ...post.insights };
  const interactions = counted.likes + counted.comments + counted.shares + counted.saved;
  return { total_interactions: interactions, ...counted };
}
