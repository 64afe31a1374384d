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
 * the
 * first start and finds it at later ones; null when the project allows no more webhooks.
 */
export async function pointWebhook(
  at: { readonly baseUrl: string; readonly apiKey: string; readonly sandboxUrl: string },
  last: DevWebhook | null,
): Promise<DevWebhook | null> {
  const url = `${at.sandboxUrl}/receiver/${RECEIVER}`;
  const call = async <T>(method: string, path: string, body?: object): Promise<T | null> => {
    const answer = await fetch(`${at.baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${at.apiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status === 403) return null;
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };

  const { webhooks } = (await call<{ webhooks: Webhook[] }>('GET', '/webhooks'))!;
  const known =
    webhooks.find(({ id }) => id === last?.id) ??
    webhooks.find((each) => each.description === DESCRIPTION || each.url === url);
  const opened =
    known === undefined
      ? await call<Created>('POST', '/webhooks', { url, description: DESCRIPTION })
      : known.id === last?.id
        ? { webhook: known, secret: last.secret }
        : // A start that was interrupted has created it and kept no secret.
          await call<Created>('POST', `/webhooks/${known.id}/rotate-secret`, { overlapSeconds: 0 });
  if (opened === null) return null;
  const { webhook, secret } = opened;
  // The sandbox may have another port than last time, and a switch of it disables the webhook.
  if (webhook.url !== url || !webhook.enabled) await call('PATCH', `/webhooks/${webhook.id}`, { url, enabled: true });
  await giveSecret(at.sandboxUrl, secret);
  return { id: webhook.id, url, secret };
}

async function giveSecret(sandboxUrl: string, secret: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/__sandbox/receivers/${RECEIVER}/secrets`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secrets: [secret] }),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to the secret of the webhook.`);
}
