import {
  type CreateWebhookBody,
  type CreateWebhookResponse,
  contract,
  LIMITS,
  type ListDeliveriesQuery,
  type ListDeliveriesResponse,
  type ReplayBody,
  type RotateSecretResponse,
  type TestWebhookResponse,
  type UpdateWebhookBody,
  type UpdateWebhookResponse,
} from '@fanfare/contract';
import { type Decision, noSuch } from '@fanfare/rules';
import { initServer } from '@ts-rest/express';
import type { Response } from 'express';
import type { DatabasePool } from '../db/database.ts';
import { requireCaller } from '../http/caller.ts';
import type { RateAnswer } from '../http/rate-limiter.ts';
import { orRefuse, RequestError } from '../http/request-error.ts';
import { fromPublicId } from '../ids.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { toWebhook } from './to-webhook.ts';
import { findEndpoint, listEndpoints } from './webhook-endpoints.table.ts';

/** A webhook of the calling project. */
export type EndpointOf = { readonly projectId: string; readonly endpointId: string };

type WebhooksDeps = {
  readonly db: DatabasePool;
  readonly createWebhook: (projectId: string, body: CreateWebhookBody) => Promise<Decision<CreateWebhookResponse>>;
  readonly changeWebhook: (of: EndpointOf, body: UpdateWebhookBody) => Promise<Decision<UpdateWebhookResponse>>;
  readonly rotateWebhookSecret: (of: EndpointOf, overlapSeconds: number) => Promise<Decision<RotateSecretResponse>>;
  readonly testWebhook: (of: EndpointOf) => Promise<Decision<{ readonly result: TestWebhookResponse }>>;
  readonly listDeliveries: (of: EndpointOf, query: ListDeliveriesQuery) => Promise<Decision<ListDeliveriesResponse>>;
  readonly replayDeliveries: (of: EndpointOf, body: ReplayBody) => Promise<Decision<{ readonly replayed: number }>>;
  /** Counts a test or replay of a caller: the headers of its answer, and the refusal of one too many. */
  readonly countWebhookCall: (callerId: string, name: 'tests' | 'replays') => Promise<RateAnswer>;
};

export function webhooksHandlers(deps: WebhooksDeps) {
  const { db } = deps;
  const count = async (res: Response, name: 'tests' | 'replays'): Promise<void> => {
    const { headers, refusal } = await deps.countWebhookCall(requireCaller(res).id, name);
    res.set(headers);
    if (refusal) throw new RequestError(refusal);
  };
  return initServer().router(contract.webhooks, {
    create: async ({ body, res }) => {
      const { webhook, secret } = orRefuse(await deps.createWebhook(requireCaller(res).projectId, body));
      return { status: 201, body: { webhook, secret } };
    },

    list: async ({ res }) => {
      const rows = await listEndpoints(db, requireCaller(res).projectId);
      return { status: 200, body: { webhooks: rows.map(toWebhook) } };
    },

    get: async ({ params, res }) => {
      const { projectId, endpointId } = endpointOf(res, params.id);
      const row = await findEndpoint(db, projectId, endpointId);
      if (!row) throw new RequestError(noSuch('webhook'));
      return { status: 200, body: { webhook: toWebhook(row) } };
    },

    update: async ({ params, body, res }) => {
      const { webhook, missed } = orRefuse(await deps.changeWebhook(endpointOf(res, params.id), body));
      return { status: 200, body: { webhook, missed } };
    },

    delete: async ({ params, res }) => {
      if (!(await deleteWebhook({ db }, endpointOf(res, params.id)))) throw new RequestError(noSuch('webhook'));
      return { status: 200, body: { deleted: true } };
    },

    rotateSecret: async ({ params, body, res }) => {
      const overlapSeconds = body?.overlapSeconds ?? LIMITS.webhookOverlapSeconds.value;
      const rotated = orRefuse(await deps.rotateWebhookSecret(endpointOf(res, params.id), overlapSeconds));
      const { webhook, secret, previousSecretExpiresAt } = rotated;
      return { status: 200, body: { webhook, secret, previousSecretExpiresAt } };
    },

    test: async ({ params, res }) => {
      const endpoint = endpointOf(res, params.id);
      await count(res, 'tests');
      const { result } = orRefuse(await deps.testWebhook(endpoint));
      return { status: 200, body: result };
    },

    deliveries: async ({ params, query, res }) => {
      const page = orRefuse(await deps.listDeliveries(endpointOf(res, params.id), query));
      const { deliveries, hasMore, nextCursor } = page;
      return { status: 200, body: { deliveries, hasMore, nextCursor } };
    },

    replay: async ({ params, body, res }) => {
      const endpoint = endpointOf(res, params.id);
      await count(res, 'replays');
      const { replayed } = orRefuse(await deps.replayDeliveries(endpoint, body));
      return { status: 202, body: { replayed } };
    },
  });
}

/** A malformed id is unknown. */
function endpointOf(res: Response, id: string): EndpointOf {
  const endpointId = fromPublicId('whk', id);
  if (endpointId === null) throw new RequestError(noSuch('webhook'));
  return { projectId: requireCaller(res).projectId, endpointId };
}
