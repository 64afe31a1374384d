import type { PostMetricsResponse, TargetMetrics } from '@fanfare/contract';
import { type Decision, noSuch, refuse } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { errorText, ownErrorText } from '../../process/error-text.ts';
import { fromPublicId, toPublicId } from '../../process/ids.ts';
import type { TargetRow } from '../../publishing/targets.table.ts';
import { findPost, type PostRow } from '../posts.table.ts';
import { toTarget } from '../to-post.ts';
import { type ReadTargetMetricsDeps, readTargetMetrics } from './read-target-metrics.ts';

export type ReadPostMetricsDeps = ReadTargetMetricsDeps & { readonly db: Database; readonly now: () => Date };

/** Handles `GET /posts/:id/metrics`: every published target, live from its network, not stored. */
export async function readPostMetrics(
  deps: ReadPostMetricsDeps,
  projectId: string,
  /** The public id of the post. */
  postId: string,
  /** Aborted when the caller has disconnected. */
  signal: AbortSignal,
): Promise<Decision<{ readonly answer: PostMetricsResponse }>> {
  const id = fromPublicId('post', postId);
  const found = id && (await findPost(deps.db, projectId, id));
  if (!found) return refuse(noSuch('post'));
  const { post, targets } = found;
  const measured = await Promise.all(targets.map((target) => measure(deps, { post, row: target }, signal)));
  const answer = { postId: toPublicId('post', post.id), fetchedAt: deps.now().toISOString(), targets: measured };
  return { ok: true, answer };
}

const REMOVED = ownErrorText(
  'content_rejected',
  'The post was removed from the network, so there is nothing to count.',
);

async function measure(
  deps: ReadPostMetricsDeps,
  { post, row }: { readonly post: PostRow; readonly row: TargetRow },
  signal: AbortSignal,
): Promise<TargetMetrics> {
  const target = toTarget(post, row);
  if (target.status !== 'published') return { ...target, metrics: null, metricsError: null };
  if (row.unpublishedAt !== null) return { ...target, metrics: null, metricsError: REMOVED };
  const read = await readTargetMetrics(deps, row, signal);
  return read.ok
    ? { ...target, metrics: read.result, metricsError: null }
    : { ...target, metrics: null, metricsError: errorText(read.error) };
}
