import { callJson } from './call-json.ts';

/** Webhook of the development project: its address is the sandbox's receiver page. */
export type DevWebhook = { readonly id: string; readonly url: string; readonly secret: string };

type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly enabled: boolean;
};
type Created = { readonly webhook: Webhook; readonly secret: string };

const DESCRIPTION = 'The receiver page of the sandbox';
const RECEIVER = 'app';

/**
 * Points a webhook of the project at the sandbox's receiver and gives it the secret. Creates it at
 * the first start and finds it at later ones; null when the project allows no more webhooks.
 */
export async function pointWebhook(
  at: { readonly baseUrl: string; readonly apiKey: string; readonly sandboxUrl: string },
  last: DevWebhook | null,
): Promise<DevWebhook | null> {
  const url = `${at.sandboxUrl}/receiver/${RECEIVER}`;
  const call = <T>(method: string, path: string, body?: object) =>
    callJson<T>(`${at.baseUrl}/api/v1${path}`, { method, apiKey: at.apiKey, ...(body && { body }) });

  const { webhooks } = await call<{ webhooks: Webhook[] }>('GET', '/webhooks');
  const known =
    webhooks.find(({ id }) => id === last?.id) ??
    webhooks.find((each) => each.description === DESCRIPTION || each.url === url);
  const opened =
    known === undefined
      ? await call<Created>('POST', '/webhooks', { url, description: DESCRIPTION }).catch(nullIfForbidden)
      : known.id === last?.id
        ? { webhook: known, secret: last.secret }
        : // A start that was interrupted has created it and kept no secret.
          await call<Created>('POST', `/webhooks/${known.id}/rotate-secret`, { overlapSeconds: 0 });
  if (opened === null) return null;
  const { webhook, secret } = opened;
  // The sandbox may have another port than last time, and a switch of it disables the webhook.
  if (webhook.url !== url || !webhook.enabled) await call('PATCH', `/webhooks/${webhook.id}`, { url, enabled: true });
  await callJson(`${at.sandboxUrl}/__sandbox/receivers/${RECEIVER}/secrets`, { body: { secrets: [secret] } });
  return { id: webhook.id, url, secret };
}

/** Recognises the refusal of a project that allows no more webhooks. */
function nullIfForbidden(error: unknown): null {
  if (error instanceof Error && 'status' in error && error.status === 403) return null;
  throw error;
}
