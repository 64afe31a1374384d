import type { TestWebhookResponse } from '@fanfare/contract';
import { type Decision, noSuch } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import { type Ids, toPublicId } from '../../process/ids.ts';
import { type CallEndpointDeps, callEndpoint } from './call-endpoint.ts';
import { findSecrets } from './webhook-secrets.table.ts';

export type TestWebhookDeps = CallEndpointDeps & {
  readonly db: Database;
  readonly ids: Ids;
  readonly stopping: AbortSignal;
};

/** Sends a signed `webhook.test` event, which is never stored. Disabled webhooks get it too. */
export async function testWebhook(
  deps: TestWebhookDeps,
  { projectId, endpointId }: { readonly projectId: string; readonly endpointId: string },
): Promise<Decision<{ readonly result: TestWebhookResponse }>> {
  const found = await findSecrets(deps.db, { projectId, endpointId });
  if (!found) return { ok: false, refusal: noSuch('webhook') };
  const eventId = toPublicId('evt', deps.ids.uuid());
  const body = JSON.stringify({
    id: eventId,
    type: 'webhook.test',
    timestamp: new Date(deps.clock.now()).toISOString(),
    data: { webhook: { id: toPublicId('whk', endpointId) } },
  });
  const call = { projectId, endpointId, eventId, body, ...found };
  const { status, durationMs, response, judgement } = await callEndpoint(deps, call, deps.stopping);
  const { error } = judgement;
  return { ok: true, result: { delivered: error === null, status, durationMs, response, error } };
}
