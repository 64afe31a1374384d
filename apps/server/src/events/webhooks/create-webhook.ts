import { type CreateWebhookBody, type CreateWebhookResponse, LIMITS } from '@fanfare/contract';
import { type Decision, judgeWebhookUrl, WEBHOOK_REFUSALS, webhookAt } from '@fanfare/rules';
import { lockProject } from '../../callers/projects/projects.table.ts';
import type { DatabasePool } from '../../db/database.ts';
import { type Ids, toPublicId } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import { toWebhook } from './to-webhook.ts';
import { insertEndpoint, listEndpoints } from './webhook-endpoints.table.ts';
import { mintSecret, sealSecret } from './webhook-secret.ts';
import { toSettings } from './webhook-settings.ts';

export type CreateWebhookDeps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  readonly keyRing: KeyRing;
  readonly isHostAllowed: (url: URL) => boolean;
};

/** Records an endpoint with a new secret. Only this response shows it. */
export async function createWebhook(
  deps: CreateWebhookDeps,
  projectId: string,
  body: CreateWebhookBody,
): Promise<Decision<CreateWebhookResponse>> {
  const judged = judgeWebhookUrl(body.url, deps.isHostAllowed);
  if (!judged.ok) return judged;
  const id = deps.ids.uuid();
  const secret = mintSecret(deps.ids.secret);
  const sealing = { keyRing: deps.keyRing, randomBytes: deps.ids.secret };
  const sealed = sealSecret(sealing, { projectId, endpointId: id, version: 1 }, secret);
  return deps.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const there = await listEndpoints(tx, projectId);
    const same = webhookAt(there, body.url);
    if (same) return WEBHOOK_REFUSALS.exists(toPublicId('whk', same.id));
    if (there.length >= LIMITS.webhooksPerProject.value) return WEBHOOK_REFUSALS.limitReached();
    const endpoint = await insertEndpoint(tx, { projectId, id }, toSettings(body), sealed);
    return { ok: true, webhook: toWebhook(endpoint), secret: secret.reveal() };
  });
}
