import { type Call, NetworkError } from '@fanfare/network';
import { callGraph, type Graph, repeatGraph } from '@fanfare/network-meta';
import { geoGatingSchema } from './wire.ts';

/**
 * Throws NetworkError where Threads does not let this account choose the countries of a post. What
 * it does with the countries of such a post is not documented: showing it everywhere would be worse
 * than not publishing it. Meta, Threads geo-gated content, 2024-08-19, checked 2026-11.
 */
export async function requireGeoGating(call: Call, graph: Graph): Promise<void> {
  const { is_eligible_for_geo_gating: isEligible } = await repeatGraph(call, () =>
    callGraph(call, graph, {
      method: 'GET',
      path: 'me',
      params: { fields: 'is_eligible_for_geo_gating' },
      token: call.credential.accessToken,
      effect: 'read',
      answer: geoGatingSchema,
    }),
  );
  if (isEligible) return;
  throw new NetworkError({
    code: 'content_rejected',
    outcome: 'not_sent',
    message: 'Threads does not let this account choose the countries of a post. Nothing was published.',
    remedy: 'Leave threads.allowedCountries out for this account.',
  });
}
