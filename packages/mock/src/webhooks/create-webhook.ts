import type { CreateWebhookBody } from '@fanfare/contract';
import { WEBHOOK_SECRET_BYTES, webhookSecret } from '@fanfare/rules';
import type { Ids } from '../ids.ts';
import type { MockState } from '../mock-state.ts';
import type { Project } from '../world.ts';
import type { StoredWebhook } from './webhook-world.ts';

/** A secret of the documented form. It signs for its mock only. */
export const mockSecret = (ids: Ids): string =>
  webhookSecret(Uint8Array.from({ length: WEBHOOK_SECRET_BYTES }, () => Math.floor(ids.random() * 256)));

/** Records a webhook that the caller has judged, with a new secret unless one is given. */
export function createWebhook(
  { world, clock, eventIds }: Pick<MockState, 'world' | 'clock' | 'eventIds'>,
  project: Project,
  { profileId, ...settings }: CreateWebhookBody,
  secret?: string,
): StoredWebhook {
  const webhook: StoredWebhook = {
    id: eventIds.typeId('whk'),
    projectId: project.id,
    ...settings,
    profileId: profileId || null,
    disabledReason: settings.enabled ? null : 'by_caller',
    disabledAtMs: settings.enabled ? null : clock.now(),
    failingSinceMs: null,
    failedAttempts: 0,
    pausedUntilMs: 0,
    secret: secret ?? mockSecret(eventIds),
    previousSecret: null,
    createdAtMs: clock.now(),
    deliveriesMade: 0,
    lastAttempt: Promise.resolve(),
  };
  world.webhooks.set(webhook.id, webhook);
  return webhook;
}
