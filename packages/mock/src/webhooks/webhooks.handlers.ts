import { LIMITS } from '@fanfare/contract';
import {
  decideRotation,
  judgeWebhookUrl,
  noSuch,
  readDeliveriesStart,
  renderEvent,
  toDeliveryPage,
  WEBHOOK_REFUSALS,
  webhookAt,
} from '@fanfare/rules';
import { forgetOldEvents } from '../events/old-events.ts';
import type { Handlers } from '../http/handlers.ts';
import { enforceRateLimit } from '../http/rate-limit.ts';
import type { MockState } from '../mock-state.ts';
import { orRefuse, RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';
import { callReceiver } from './call-receiver.ts';
import { changeWebhook } from './change-webhook.ts';
import { createWebhook, mockSecret } from './create-webhook.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { toDelivery, toWebhook } from './to-webhook.ts';
import type { StoredDelivery, StoredWebhook } from './webhook-world.ts';

type WebhookRoutes = Extract<keyof Handlers, `webhooks.${string}`>;

const NUMBER = /^\d{1,15}$/;

export function webhooksHandlers(state: MockState): Pick<Handlers, WebhookRoutes> {
  const { world, clock, eventIds, isHostAllowed } = state;
  const shown = (webhook: StoredWebhook) => toWebhook(webhook, clock.now());
  const ownOf = (project: Project): readonly StoredWebhook[] =>
    [...world.webhooks.values()].filter(({ projectId }) => projectId === project.id);
  const find = (project: Project, id: string): StoredWebhook => {
    const webhook = world.webhooks.get(id);
    if (webhook?.projectId === project.id) return webhook;
    throw new RequestRefusal(noSuch('webhook'));
  };
  return {
    'webhooks.create': ({ caller, body }) => {
      orRefuse(judgeWebhookUrl(body.url, isHostAllowed));
      const own = ownOf(caller.project);
      const same = webhookAt(own, body.url);
      if (same) throw new RequestRefusal(WEBHOOK_REFUSALS.exists(same.id).refusal);
      if (own.length >= LIMITS.webhooksPerProject.value)
        throw new RequestRefusal(WEBHOOK_REFUSALS.limitReached().refusal);
      const webhook = createWebhook(state, caller.project, body);
      return { status: 201, body: { webhook: shown(webhook), secret: webhook.secret } };
    },

    'webhooks.list': ({ caller }) => {
      return { status: 200, body: { webhooks: ownOf(caller.project).map(shown) } };
    },

    'webhooks.get': ({ caller, params }) => {
      return { status: 200, body: { webhook: shown(find(caller.project, params.id)) } };
    },

    'webhooks.update': ({ caller, params, body }) => {
      if (body.url !== undefined) orRefuse(judgeWebhookUrl(body.url, isHostAllowed));
      const webhook = find(caller.project, params.id);
      const same = body.url && webhookAt(ownOf(caller.project), body.url, webhook.id);
      if (same) throw new RequestRefusal(WEBHOOK_REFUSALS.exists(same.id).refusal);
      const missed = changeWebhook(state, webhook, body);
      return { status: 200, body: { webhook: shown(webhook), missed } };
    },

    'webhooks.delete': ({ caller, params }) => {
      const { id } = find(caller.project, params.id);
      world.webhooks.delete(id);
      for (const delivery of world.deliveries.values())
        if (delivery.webhookId === id) world.deliveries.delete(delivery.id);
      return { status: 200, body: { deleted: true } };
    },

    'webhooks.rotateSecret': ({ caller, params, body }) => {
      const webhook = find(caller.project, params.id);
      const { secret, previousSecret } = webhook;
      const { previousSecretUntil } = orRefuse(
        decideRotation({
          previousSecretUntil: previousSecret && new Date(previousSecret.untilMs),
          overlapSeconds: body?.overlapSeconds ?? LIMITS.webhookOverlapSeconds.value,
          now: new Date(clock.now()),
        }),
      );
      webhook.secret = mockSecret(eventIds);
      webhook.previousSecret = previousSecretUntil && { secret, untilMs: previousSecretUntil.getTime() };
      const previousSecretExpiresAt = previousSecretUntil?.toISOString() ?? null;
      return { status: 200, body: { webhook: shown(webhook), secret: webhook.secret, previousSecretExpiresAt } };
    },

    'webhooks.test': async ({ caller, params, answerHeaders }) => {
      const webhook = find(caller.project, params.id);
      enforceRateLimit(
        state,
        { name: 'tests', perMinute: LIMITS.webhookTestsPerMinute.value },
        caller.key.id,
        answerHeaders,
      );
      const id = eventIds.typeId('evt');
      const event = renderEvent({
        id,
        at: new Date(clock.now()),
        type: 'webhook.test',
        webhook: { id: webhook.id },
      });
      const {
        judgement,
        retryAfterMs: _,
        ...answer
      } = await callReceiver(state, webhook, {
        id,
        body: JSON.stringify(event),
      });
      return { status: 200, body: { delivered: judgement.error === null, ...answer, error: judgement.error } };
    },

    'webhooks.deliveries': ({ caller, params, query }) => {
      const { after } = orRefuse(readDeliveriesStart(query, NUMBER));
      const webhook = find(caller.project, params.id);
      const { id } = webhook;
      forgetOldEvents(state);
      const rows = [...world.deliveries.values()]
        .filter(({ webhookId, status }) => webhookId === id && (query.status ?? status) === status)
        .filter(({ number }) => after === null || number < Number(after.id))
        .reverse();
      const page = toDeliveryPage(rows.slice(0, query.limit + 1), query, positionOf);
      return { status: 200, body: { deliveries: page.shown.map((row) => toDelivery(row, webhook)), ...page.page } };
    },

    'webhooks.replay': ({ caller, params, body, answerHeaders }) => {
      const webhook = find(caller.project, params.id);
      enforceRateLimit(
        state,
        { name: 'replays', perMinute: LIMITS.replaysPerMinute.value },
        caller.key.id,
        answerHeaders,
      );
      forgetOldEvents(state);
      const { replayed } = orRefuse(replayDeliveries(state, webhook, body));
      return { status: 202, body: { replayed } };
    },
  };
}

const positionOf = ({ createdAtMs, number }: StoredDelivery) => ({ at: new Date(createdAtMs), id: String(number) });
