import { isPrivateHost } from './private-host.ts';
import type { Decision } from './refusal.ts';
import { isWebPort } from './web-port.ts';
import { WEBHOOK_REFUSALS } from './webhook-refusals.ts';

/**
 * Whether the service may send events to an address, judged by what is written in it: https, a
 * public host and a port of the web, or a host that the operator has allowed. A name that resolves
 * to a private address is refused at every attempt.
 *
 * @example
 * judgeWebhookUrl('https://169.254.169.254/hook', () => false); // { ok: false, refusal: { code: 'webhook_url_not_allowed', … } }
 */
export function judgeWebhookUrl(text: string, isHostAllowed: (url: URL) => boolean): Decision<object> {
  const url = new URL(text);
  const isPublic = url.protocol === 'https:' && isWebPort(url) && !isPrivateHost(url.hostname);
  return isPublic || isHostAllowed(url) ? { ok: true } : WEBHOOK_REFUSALS.urlNotAllowed();
}

/**
 * Until when the secret that a rotation replaces goes on signing; null when it ends at once. While
 * a secret before it still signs, the rotation is refused: otherwise several rotations at the same
 * time would end a secret that is in use.
 *
 * @example
 * decideRotation({ previousSecretUntil: null, overlapSeconds: 3600, now }); // { ok: true, previousSecretUntil: an hour from now }
 */
export function decideRotation({
  previousSecretUntil,
  overlapSeconds,
  now,
}: {
  readonly previousSecretUntil: Date | null;
  readonly overlapSeconds: number;
  readonly now: Date;
}): Decision<{ readonly previousSecretUntil: Date | null }> {
  if (overlapSeconds === 0) return { ok: true, previousSecretUntil: null };
  if (previousSecretUntil !== null && previousSecretUntil > now)
    return WEBHOOK_REFUSALS.rotationInProgress(previousSecretUntil);
  return { ok: true, previousSecretUntil: new Date(now.getTime() + overlapSeconds * 1000) };
}
