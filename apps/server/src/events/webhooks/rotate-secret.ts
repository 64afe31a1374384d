import type { RotateSecretResponse } from '@fanfare/contract';
import { type Decision, noSuch, refuse, WEBHOOK_REFUSALS } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import type { Ids } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import { toWebhook } from './to-webhook.ts';
import { mintSecret, sealSecret } from './webhook-secret.ts';
import { findSecrets, rotateSecret } from './webhook-secrets.table.ts';

type Deps = { readonly db: Database; readonly ids: Ids; readonly keyRing: KeyRing };

/** Replaces the secret; only this response shows it. The old one signs for `overlapSeconds`. */
export async function rotateWebhookSecret(
  deps: Deps,
  { projectId, endpointId }: { readonly projectId: string; readonly endpointId: string },
  overlapSeconds: number,
): Promise<Decision<RotateSecretResponse>> {
  const sealing = { keyRing: deps.keyRing, randomBytes: deps.ids.secret };
  for (;;) {
    const found = await findSecrets(deps.db, { projectId, endpointId });
    if (!found) return refuse(noSuch('webhook'));
    const { version, previousUntil } = found.secrets;
    if (overlapSeconds > 0 && previousUntil !== null) return WEBHOOK_REFUSALS.rotationInProgress(previousUntil);
    const secret = mintSecret(deps.ids.secret);
    const sealed = sealSecret(sealing, { projectId, endpointId, version: version + 1 }, secret);
    const rotation = await rotateSecret(deps.db, { projectId, endpointId, version }, sealed, overlapSeconds);
    if (rotation.state === 'outdated') continue;
    const webhook = toWebhook(rotation.endpoint);
    const { previousSecretExpiresAt } = webhook;
    return { ok: true, webhook, secret: secret.reveal(), previousSecretExpiresAt };
  }
}
