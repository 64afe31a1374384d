import { contract } from '@fanfare/contract';
import type { Response } from 'express';
import { apiHandlers } from '../../callers/caller.ts';
import { orRefuse } from '../../http/request-error.ts';
import { type ReadPostMetricsDeps, readPostMetrics } from './read-post-metrics.ts';

export function metricsHandlers(deps: ReadPostMetricsDeps) {
  const { metrics } = contract.posts;
  return apiHandlers(
    { metrics },
    {
      metrics: async ({ params, caller, res }) => {
        const { answer } = orRefuse(await readPostMetrics(deps, caller.projectId, params.id, untilDisconnect(res)));
        return { status: 200, body: answer };
      },
    },
  );
}

/** Aborted when the caller disconnects before the answer. */
function untilDisconnect(res: Response): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!res.writableFinished) controller.abort(new Error('The caller disconnected.'));
  };
  if (res.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
}
