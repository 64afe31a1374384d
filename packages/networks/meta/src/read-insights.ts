import { type AccountCall, NetworkError } from '@fanfare/network';
import { z } from 'zod';
import { callGraph, type Graph } from './graph.ts';
import { graphFault } from './graph-errors.ts';
import { isNotFound, postIsGone } from './is-not-found.ts';
import { mayPassSoon } from './repeat-graph.ts';
import { type RequiredScope, requireScope, withScopeRemedy } from './required-scope.ts';

const INSIGHTS_TIMEOUT_MS = 10_000;
const PAUSE_MS = 1000;

const countSchema = z.number().int().nonnegative();

/** `values` on media, `total_value` elsewhere; unreadable is absent. Meta, insights, 2026-11. */
const insightsSchema = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z
        .array(z.object({ value: countSchema.nullable().catch(null) }))
        .catch([])
        .default([]),
      total_value: z.object({ value: countSchema }).nullable().catch(null).default(null),
    }),
  ),
});

export type InsightsOf<Metric extends string> = {
  readonly graph: Graph;
  readonly required: RequiredScope;
  /** Metrics valid for every kind of post this service makes, as the pages say. */
  readonly metrics: readonly Metric[];
};

/** The counts of one post; a metric the network does not report is absent. */
export type Insights<Metric extends string> = { readonly [metric in Metric]?: number };

function asCountsError(network: string, error: unknown): unknown {
  if (!(error instanceof NetworkError)) return error;
  const { retryAfterMs, remedy, ...facts } = error.facts;
  if (isNotFound(error)) return new NetworkError({ ...facts, ...postIsGone(network) });
  if (error.code === 'content_rejected') {
    const message = `${network} refused to count what this version asks for.`;
    return new NetworkError({ ...facts, code: 'internal_error', message, operator: true });
  }
  return error;
}

async function ask<Metric extends string>(
  call: AccountCall,
  graph: Graph,
  platformPostId: string,
  metrics: readonly Metric[],
): Promise<Insights<Metric>> {
  const { data } = await callGraph(call, graph, {
    method: 'GET',
    path: `${encodeURIComponent(platformPostId)}/insights`,
    params: { metric: metrics.join(',') },
    token: call.credential.accessToken,
    effect: 'read',
    timeoutMs: INSIGHTS_TIMEOUT_MS,
    answer: insightsSchema,
  });
  const counts: { [metric in Metric]?: number } = {};
  for (const { name, values, total_value } of data) {
    const metric = metrics.find((known) => known === name);
    const count = values[0]?.value ?? total_value?.value;
    if (metric !== undefined && count !== undefined) counts[metric] = count;
  }
  return counts;
}

/** "… does not support the shares, saved metric for this media product type." */
function withoutNamed<Metric extends string>(metrics: readonly Metric[], error: unknown): readonly Metric[] {
  const words = error instanceof NetworkError ? (error.facts.networkMessage ?? '') : '';
  const named = new Set(words.match(/\w+/g));
  return metrics.filter((metric) => !named.has(metric));
}

/**
 * Reads engagement of one post, in one request; in two when the first met a passing fault, or when
 * the network lacks one of the counts for this kind of post and names it. No data (yet) is an empty
 * answer, not an error. Throws NetworkError: `permission_missing` without the scope,
 * `content_rejected` when the post is gone.
 *
 * @example
 * const { views, replies } = await readInsights(call, { graph, required, metrics: ['views', 'replies'] }, '18163085524434927');
 */
export async function readInsights<Metric extends string>(
  call: AccountCall,
  { graph, required, metrics }: InsightsOf<Metric>,
  platformPostId: string,
): Promise<Insights<Metric>> {
  requireScope(required, call.credential);
  let names = metrics;
  for (let isLast = false; ; isLast = true) {
    try {
      return await ask(call, graph, platformPostId, names);
    } catch (error) {
      const counts = graphFault(error)?.row.counts ?? null;
      if (counts === null) {
        if (isLast || !mayPassSoon(error) || call.signal.aborted)
          throw asCountsError(graph.network, withScopeRemedy(required, error));
        await call.clock.sleep(PAUSE_MS, call.signal);
        continue;
      }
      names = counts === 'fewer' && !isLast ? withoutNamed(names, error) : [];
      if (names.length === 0) return {};
    }
  }
}
