import {
  answered,
  type GraphAnswer,
  type GraphFailure,
  invalidParameter,
  missingObject,
  refused,
} from '../meta/graph-answer.ts';
import type { GraphCall } from '../meta/graph-router.ts';
import { readList } from '../meta/list-parameter.ts';
import { metricEntry } from '../meta/metric-entry.ts';
import type { MetaWorld } from '../meta/world.ts';
import { naturalCounts } from '../natural-counts.ts';
import type { InstagramMedia, InstagramMediaBook } from './media.ts';

type Product = InstagramMedia['draft']['product'];

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
  // Once good, known by name, and of no use any more.
  impressions: [],
  plays: [],
  video_views: [],
  engagement: [],
  clips_replays_count: [],
};

/** A story needs five viewers before anything is told about it. */
const MIN_STORY_VIEWS = 5;

/** `GET /{media}/insights?metric=…`. */
export function readInsights(
  deps: { readonly world: MetaWorld; readonly media: InstagramMediaBook },
  call: GraphCall,
): GraphAnswer {
  const media = deps.media.find(call.node);
  if (media?.username !== call.profile.username) return refused(missingObject(call.method, call.node));
  const wanted = readList(call.parameters, 'metric');
  const failure = metricFailure(wanted, media.draft.product);
  if (failure) return refused(failure);
  const values = insightValues(media, deps.world.clock.now());
  if (media.draft.product === 'STORY' && (values.views ?? 0) < MIN_STORY_VIEWS) return refused(tooFewViewers);
  if (deps.world.insightsEmpty.of(media.username)) return answered({ data: [] });
  return answered({ data: wanted.map((name) => metricEntry(media.id, name, values[name] ?? 0)) });
}

/** A data problem that looks like a permission problem: only the sentence tells them apart. */
const tooFewViewers: GraphFailure = { code: 10, message: '(#10) Not enough viewers for the media to show insights' };

/** One metric that does not apply fails the whole call. */
function metricFailure(wanted: readonly string[], product: Product): GraphFailure | null {
  if (wanted.length === 0) return invalidParameter('The parameter metric is required');
  for (const [index, name] of wanted.entries()) {
    const products = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (!products) {
      const living = Object.keys(metrics).filter((known) => metrics[known]?.length);
      return invalidParameter(`metric[${index}] must be one of the following values: ${living.join(', ')}`);
    }
    if (!products.includes(product)) {
      return invalidParameter(
        `The Media Insights API does not support the ${name} metric for this media product type.`,
      );
    }
  }
  return null;
}

/** The numbers of a post: what a test gave it, else ones that grow with its age; comments are counted. */
export function insightValues(media: InstagramMedia, nowMs: number): Readonly<Record<string, number>> {
  const comments = media.comments.reduce((sum, comment) => sum + 1 + comment.replies.length, 0);
  const { views, likes, shares, saves, quotes } = naturalCounts(media.id, nowMs - media.publishedAt);
  const reach = Math.floor(views * 0.8);
  const counted = { views, reach, likes, comments, shares, saved: saves, reposts: quotes, ...media.insights };
  const interactions = counted.likes + counted.comments + counted.shares + counted.saved;
  return { total_interactions: interactions, ...counted };
}
