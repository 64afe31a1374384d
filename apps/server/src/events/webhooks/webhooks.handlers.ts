import { contract, LIMITS } from '@fanfare/contract';
import { noSuch } from '@fanfare/rules';
import { apiHandlers, type Caller } from '../../callers/caller.ts';
import { countInRoute } from '../../callers/count-request.ts';
import type { RateLimiter } from '../../callers/rate-limiter.ts';
import type { CallersPool, ListsPool } from '../../db/database.ts';
import { labelCursor } from '../../http/label-cursor.ts';
import { orRefuse, RequestError, throwRefusal } from '../../http/request-error.ts';
import { fromPublicId, type Ids } from '../../process/ids.ts';
import { changeWebhook } from './change-webhook.ts';
import { type CreateWebhookDeps, createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { readDeliveryPage } from './list-deliveries.ts';
import { type ReplayDeps, replayDeliveries } from './replay-deliveries.ts';
import { rotateWebhookSecret } from './rotate-secret.ts';
import { type TestWebhookDeps, testWebhook } from './test-webhook.ts';
import { toWebhook } from './to-webhook.ts';
import { findEndpoint, listEndpoints } from './webhook-endpoints.table.ts';

type Deps = CreateWebhookDeps &
  TestWebhookDeps &
  ReplayDeps & {
    readonly db: CallersPool;
    readonly lists: ListsPool;
    readonly rateLimiter: RateLimiter;
    readonly ids: Ids;
  };

export function webhooksHandlers(deps: Deps) {
  const { db } = deps;
  return apiHandlers(contract.webhooks, {
    create: async ({ body, caller }) => {
      const { webhook, secret } = orRefuse(await createWebhook(deps, caller.projectId, body));
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
      const { webhook, missed } = orRefuse(await changeWebhook(deps, endpointOf(caller, params.id), body));
      return { status: 200, body: { webhook, missed } };
    },

    delete: async ({ params, caller }) => {
      if (!(await deleteWebhook({ db }, endpointOf(caller, params.id)))) throw new RequestError(noSuch('webhook'));
      return { status: 200, body: { deleted: true } };
    },

    rotateSecret: async ({ params, body, caller }) => {
      const overlapSeconds = body?.overlapSeconds ?? LIMITS.webhookOverlapSeconds.value;
      const rotated = orRefuse(await rotateWebhookSecret(deps, endpointOf(caller, params.id), overlapSeconds));
      const { webhook, secret, previousSecretExpiresAt } = rotated;
      return { status: 200, body: { webhook, secret, previousSecretExpiresAt } };
    },

    test: async ({ params, caller, req, res }) => {
      const endpoint = endpointOf(caller, params.id);
      throwRefusal(await countInRoute(deps, req, res));
      const { result } = orRefuse(await testWebhook(deps, endpoint));
      return { status: 200, body: result };
    },

    deliveries: async ({ params, query, caller }) => {
      const page = orRefuse(await readDeliveryPage(deps, endpointOf(caller, params.id), query));
      const { deliveries, hasMore, nextCursor } = page;
      return { status: 200, body: labelCursor(deps.ids.cell, { deliveries, hasMore, nextCursor }) };
    },

    replay: async ({ params, body, caller, req, res }) => {
      const endpoint = endpointOf(caller, params.id);
      throwRefusal(await countInRoute(deps, req, res));
      const { replayed } = orRefuse(await replayDeliveries(deps, endpoint, body));
      return { status: 202, body: { replayed } };
    },
  });
}

/** Converts the id; a malformed one is unknown. */
function endpointOf({ projectId }: Caller, id: string): { readonly projectId: string; readonly endpointId: string } {
  const endpointId = fromPublicId('whk', id);
  if (endpointId === null) throw new RequestError(noSuch('webhook'));
  return { projectId, endpointId };
}
