import {
  answered,
  type GraphAnswer,
  type GraphFailure,
  invalidParameter,
  missingObject,
  refused,
} from './graph/graph-answer.ts';
import type { GraphCall } from './graph/graph-router.ts';
import { readList } from './graph/list-parameter.ts';
import { metricEntry } from './graph/metric-entry.ts';
import type { MetaPost } from './posts.ts';
import type { MetaState } from './state.ts';

type Values = Readonly<Record<string, number>>;

/** The metrics of a network's posts. */
export type InsightRules<Post extends MetaPost> = {
  readonly metrics: readonly string[];
  /** Says why a known metric cannot be read for this post. */
  metricFailure?(name: string, post: Post): GraphFailure | null;
  /** Null for a post without numbers. */
  valuesOf(post: Post): Values | null;
  /** Says why the numbers are not shown. */
  valuesFailure?(post: Post, values: Values): GraphFailure | null;
};

type InsightDeps<Post extends MetaPost> = MetaState<Post> & { readonly insights: InsightRules<Post> };

/** `GET /{post}/insights?metric=…`. */
export function readInsights<Post extends MetaPost>(deps: InsightDeps<Post>, call: GraphCall): GraphAnswer {
  const { insights } = deps;
  const post = deps.posts.find(call.node);
  if (post?.username !== call.profile.username) return refused(missingObject(call.method, call.node));
  const wanted = readList(call.parameters, 'metric');
  const failure = wantedFailure(insights, wanted, post);
  if (failure) return refused(failure);
  const values = insights.valuesOf(post);
  const hidden = values && insights.valuesFailure?.(post, values);
  if (hidden) return refused(hidden);
  if (!values || deps.world.insightsEmpty.of(post.username)) return answered({ data: [] });
  return answered({ data: wanted.map((name) => metricEntry(post.id, name, values[name] ?? 0)) });
}

/** One wrong metric fails the whole call. */
function wantedFailure<Post extends MetaPost>(
  insights: InsightRules<Post>,
  wanted: readonly string[],
  post: Post,
): GraphFailure | null {
  if (wanted.length === 0) return invalidParameter('The parameter metric is required');
  for (const [index, name] of wanted.entries()) {
    const failure = insights.metricFailure?.(name, post);
    if (failure) return failure;
    if (!insights.metrics.includes(name)) {
      return invalidParameter(`metric[${index}] must be one of the following values: ${insights.metrics.join(', ')}`);
    }
  }
  return null;
}
