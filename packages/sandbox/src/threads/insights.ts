import { answered, type GraphAnswer, invalidParameter, missingObject, refused } from '../meta/graph-answer.ts';
import type { GraphCall } from '../meta/graph-router.ts';
import { readList } from '../meta/list-parameter.ts';
import { metricEntry } from '../meta/metric-entry.ts';
import type { MetaWorld } from '../meta/world.ts';
import { naturalCounts } from '../natural-counts.ts';
import type { ThreadsPost, ThreadsPostBook } from './posts.ts';

/** The same for text, pictures, videos and carousels; Threads has no saves (Meta, Threads insights, checked 2026-10). */
const metrics = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'];

type InsightDeps = { readonly world: MetaWorld; readonly posts: ThreadsPostBook };

/** `GET /{post}/insights?metric=…`. */
export function readInsights(deps: InsightDeps, call: GraphCall): GraphAnswer {
  const post = deps.posts.find(call.node);
  if (post?.username !== call.profile.username) return refused(missingObject(call.method, call.node));
  const wanted = readList(call.parameters, 'metric');
  if (wanted.length === 0) return refused(invalidParameter('The parameter metric is required'));
  const wrongAt = wanted.findIndex((name) => !metrics.includes(name));
  if (wrongAt >= 0) {
    return refused(invalidParameter(`metric[${wrongAt}] must be one of the following values: ${metrics.join(', ')}`));
  }
  if (post.repostOf !== null || deps.world.insightsEmpty.of(post.username)) return answered({ data: [] });
  const values = insightValues(deps, post);
  return answered({ data: wanted.map((name) => metricEntry(post.id, name, values[name] ?? 0)) });
}

/** What a test gave the post, else numbers that grow with its age; replies (nested ones too) and reposts are counted. */
function insightValues(deps: InsightDeps, post: ThreadsPost): Readonly<Record<string, number>> {
  const replies = deps.posts.repliesTo(post.id).length;
  const reposts = deps.posts.repostsOf(post.id).length;
  const { views, likes, quotes, shares } = naturalCounts(post.id, deps.world.clock.now() - post.publishedAt);
  return { views, likes, replies, reposts, quotes, shares, ...post.insights };
}
