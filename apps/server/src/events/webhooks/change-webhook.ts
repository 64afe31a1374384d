import type { UpdateWebhookBody, UpdateWebhookResponse } from '@fanfare/contract';
import { type Decision, judgeWebhookUrl, noSuch, refuse, WEBHOOK_REFUSALS, webhookAt } from '@fanfare/rules';
import { lockProject } from '../../callers/projects/projects.table.ts';
import type { DatabasePool } from '../../db/database.ts';
import { toPublicId } from '../../process/ids.ts';
import { toWebhook } from './to-webhook.ts';
import { countMissed, missPending } from './webhook-deliveries.table.ts';
import { listEndpoints, lockEndpoint, updateEndpoint } from './webhook-endpoints.table.ts';
import { changeSettings } from './webhook-settings.ts';

type Deps = { readonly db: DatabasePool; readonly isHostAllowed: (url: URL) => boolean };

/** Changes the settings of an endpoint. Pending deliveries of a disabled one become missed. */
export async function changeWebhook(
  { db, isHostAllowed }: Deps,
  { projectId, endpointId }: { readonly projectId: string; readonly endpointId: string },
  body: UpdateWebhookBody,
): Promise<Decision<UpdateWebhookResponse>> {
  const judged = body.url === undefined ? null : judgeWebhookUrl(body.url, isHostAllowed);
  if (judged?.ok === false) return judged;
  return db.transaction(async (tx) => {
    // Locked before the endpoint, in the order of a creation.
    if (body.url !== undefined) await lockProject(tx, projectId);
    const before = await lockEndpoint(tx, projectId, endpointId);
    if (!before) return refuse(noSuch('webhook'));
    const same = body.url && webhookAt(await listEndpoints(tx, projectId), body.url, endpointId);
    if (same) return WEBHOOK_REFUSALS.exists(toPublicId('whk', same.id));
    const endpoint = await updateEndpoint(tx, projectId, endpointId, changeSettings(before, body));
    // Also when it is enabled: the relay may have added a delivery while it was disabled.
    if (!before.enabled || !endpoint.enabled) await missPending(tx, { projectId, endpointId });
    return { ok: true, webhook: toWebhook(endpoint), missed: await countMissed(tx, { projectId, endpointId }) };
  });
}
