import { type ConnectOutcome, connect, type Fanfare, type OAuthPlatform } from '@fanfare/sdk';

const KEY = 'connect-state';

/** Sends the user to the page on which they allow the access. They return to the current page. */
export async function connectAccount(
  fanfare: Fanfare,
  platform: OAuthPlatform,
  openPage: (authUrl: string) => void,
): Promise<void> {
  // Must come back to this tab: anybody can invent a callback address.
  const state = crypto.randomUUID();
  sessionStorage.setItem(KEY, state);
  const redirectUrl = new URL(window.location.href);
  redirectUrl.hash = '';
  redirectUrl.searchParams.set('state', state);
  const { authUrl } = await fanfare.accounts.connect({ platform, redirectUrl: redirectUrl.href });
  openPage(authUrl);
}

/** The outcome, when this is a callback address; removes it from the address bar. */
export function readConnectOutcome(): ConnectOutcome | null {
  const url = new URL(window.location.href);
  const outcome = connect.parseRedirect(url);
  if (!outcome) return null;
  const isOurs = url.searchParams.get('state') === sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  for (const name of ['state', 'status', 'reason', 'accountId', 'platform', 'username']) url.searchParams.delete(name);
  window.history.replaceState(null, '', url);
  return isOurs ? outcome : null;
}
