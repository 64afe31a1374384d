import { type HubSite, NetworkError } from '@fanfare/network';

/** Throws where a key would be sent to an origin that was not checked when the account was connected. */
export function requireKeyOrigin({ keyOrigins }: Pick<HubSite, 'keyOrigins'>, url: string): void {
  if (keyOrigins.includes(new URL(url).origin)) return;
  throw new NetworkError({
    code: 'permission_missing',
    outcome: 'not_sent',
    message: 'The hub now uses an address that it did not name when the account was connected. Nothing was sent to it.',
    remedy: 'Connect the account again.',
  });
}
