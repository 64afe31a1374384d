/**
 * The webhook that has this address already, whichever way it is written; undefined where there is
 * none. `exceptId` is the one that is changed.
 *
 * @example
 * webhookAt([{ id: 'whk_1', url: 'https://app.example.com/' }], 'https://APP.example.com'); // { id: 'whk_1', … }
 */
export const webhookAt = <Webhook extends { readonly id: string; readonly url: string }>(
  webhooks: readonly Webhook[],
  url: string,
  exceptId?: string,
): Webhook | undefined =>
  webhooks.find(
    (webhook) =>
      webhook.id !== exceptId && URL.canParse(webhook.url) && new URL(webhook.url).href === new URL(url).href,
  );
