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
import { apiHandlers, type Caller } from '../callers/caller.ts';
import { countInRoute } from '../callers/count-request.ts';
import type { RateLimiter } from '../callers/rate-limiter.ts';
import type { DatabasePool } from '../db/database.ts';
import { deleteWebhook } from '../events/webhooks/delete-webhook.ts';
import { toWebhook } from '../events/webhooks/to-webhook.ts';
import { findEndpoint, listEndpoints } from '../events/webhooks/webhook-endpoints.table.ts';
import { orRefuse, RequestError } from '../http/request-error.ts';
import { fromPublicId } from '../process/ids.ts';

/** A webhook of the calling project. */
export type EndpointOf = { readonly projectId: string; readonly endpointId: string };

type WebhooksDeps = {
  readonly rateLimiter: RateLimiter;
  readonly db: DatabasePool;
  readonly createWebhook: (projectId: string, body: CreateWebhookBody) => Promise<Decision<CreateWebhookResponse>>;
  readonly changeWebhook: (of: EndpointOf, body: UpdateWebhookBody) => Promise<Decision<UpdateWebhookResponse>>;
  readonly rotateWebhookSecret: (of: EndpointOf, overlapSeconds: number) => Promise<Decision<RotateSecretResponse>>;
  readonly testWebhook: (of: EndpointOf) => Promise<Decision<{ readonly result: TestWebhookResponse }>>;
  readonly listDeliveries: (of: EndpointOf, query: ListDeliveriesQuery) => Promise<Decision<ListDeliveriesResponse>>;
  readonly replayDeliveries: (of: EndpointOf, body: ReplayBody) => Promise<Decision<{ readonly replayed: number }>>;
};

export function webhooksHandlers(deps: WebhooksDeps) {
  const { db } = deps;
  return apiHandlers(contract.webhooks, {
    create: async ({ body, caller }) => {
      const { webhook, secret } = orRefuse(await deps.createWebhook(caller.projectId, body));
      return { status: 201, body: { webhook, secret } };
    },

    list: async ({ caller }) => {
      const rows = await listEndpoints(db, caller.projectId);
      return { status: 200, body: { webhooks: rows.map(toWebhook) } };
    },

    get: async ({ params, caller }) => {
      const { projectId, endpointId } = endpointOf(caller, params.id);
      const row = await findEndpoint(db, projectId, endpointId);
      if (!row) throw new RequestError(noSuch('webhook'));
      return { status: 200, body: { webhook: toWebhook(row) } };
    },

    update: async ({ params, body, caller }) => {
      const { webhook, missed } = orRefuse(await deps.changeWebhook(endpointOf(caller, params.id), body));
      return { status: 200, body: { webhook, missed } };
    },

    delete: async ({ params, caller }) => {
      if (!(await deleteWebhook({ db }, endpointOf(caller, params.id)))) throw new RequestError(noSuch('webhook'));
      return { status: 200, body: { deleted: true } };
    },

    rotateSecret: async ({ params, body, caller }) => {
      const overlapSeconds = body?.overlapSeconds ?? LIMITS.webhookOverlapSeconds.value;
      const rotated = orRefuse(await deps.rotateWebhookSecret(endpointOf(caller, params.id), overlapSeconds));
      const { webhook, secret, previousSecretExpiresAt } = rotated;
      return { status: 200, body: { webhook, secret, previousSecretExpiresAt } };
    },

    test: async ({ params, caller, req, res }) => {
      const endpoint = endpointOf(caller, params.id);
      await countInRoute(deps.rateLimiter, req, res);
      const { result } = orRefuse(await deps.testWebhook(endpoint));
      return { status: 200, body: result };
    },

    deliveries: async ({ params, query, caller }) => {
      const page = orRefuse(await deps.listDeliveries(endpointOf(caller, params.id), query));
      const { deliveries, hasMore, nextCursor } = page;
      return { status: 200, body: { deliveries, hasMore, nextCursor } };
    },

    replay: async ({ params, body, caller, req, res }) => {
      const endpoint = endpointOf(caller, params.id);
      await countInRoute(deps.rateLimiter, req, res);
      const { replayed } = orRefuse(await deps.replayDeliveries(endpoint, body));
      return { status: 202, body: { replayed } };
    },
  });
}

/** A malformed id is unknown. */
function endpointOf({ projectId }: Caller, id: string): EndpointOf {
  const endpointId = fromPublicId('whk', id);
  if (endpointId === null) throw new RequestError(noSuch('webhook'));
  return { projectId, endpointId };
}
