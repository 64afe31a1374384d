import { type HubSite, NetworkError } from '@fanfare/network';

/** Throws where a key would go to an origin that was not checked at the connect. */
export function requireKeyOrigin({ keyOrigins }: Pick<HubSite, 'keyOrigins'>, url: string): void {
  if (keyOrigins.includes(new URL(url).origin)) return;
  throw new NetworkError({
    code: 'permission_missing',
    outcome: 'not_sent',
    message: 'The hub now uses an address that it did not name when the account was connected. Nothing was sent to it.',
    remedy: 'Connect the account again.',
  });
}
