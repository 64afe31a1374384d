import { type Call, NetworkError, type Prepared, type Sent } from '@fanfare/network';
import type { ContainerApi } from './container.ts';
import { callGraph } from './graph.ts';
import { createdSchema } from './wire.ts';

const PUBLISH_TIMEOUT_MS = 60_000;

/** Publishes a prepared container with one call. Throws NetworkError, mostly `unknown`. */
export async function publishContainer(call: Call, api: ContainerApi, prepared: Prepared): Promise<Sent> {
  if (prepared.handle === null) {
    throw new NetworkError({
      code: 'internal_error',
      outcome: 'not_sent',
      message: 'There is no container to publish.',
    });
  }
  const { id } = await callGraph(call, api.graph, {
    method: 'POST',
    path: `${encodeURIComponent(call.account.platformUserId)}/${api.edge}_publish`,
    params: { creation_id: prepared.handle },
    token: call.credential.accessToken,
    effect: 'public',
    timeoutMs: PUBLISH_TIMEOUT_MS,
    answer: createdSchema,
  });
  return { platformPostId: id, url: null };
}
