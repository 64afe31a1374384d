import type { Callbacks } from './callback-server.ts';
import type { Fanfare } from './fanfare.ts';
import type { Person } from './person.ts';

/** Your name for the owner of the accounts, such as a customer id. It filters lists. */
export const PROFILE_ID = 'publish-everywhere';

type Deps = { readonly call: Fanfare; readonly callbacks: Callbacks; readonly person: Person };

export type Connected = {
  readonly accountId: string;
  readonly username: string;
  /** The question the person saw, and the button they pressed. */
  readonly walk: readonly string[];
};

/**
 * Connects one account. Your app does the first step and the last; Fanfare and the network do the
 * rest, so that you need no OAuth and never see a token. A profile that was connected before keeps
 * its account id.
 */
export async function connectAccount(deps: Deps, platform: string): Promise<Connected> {
  const { call, callbacks, person } = deps;

  // Your app requests a link (it opens once, within ten minutes) and sends its user there.
  const { redirectUrl, arrived } = callbacks.expect();
  const { body } = await call<{ authUrl: string }>('POST', '/accounts/connect', {
    platform,
    profileId: PROFILE_ID,
    redirectUrl,
  });

  // The user sees two pages: Fanfare's, which names your app, and the network's, which lists the
  // permissions.
  const confirm = await person.open(body.authUrl);
  const consent = await person.press(confirm, 'Continue');
  const end = await person.press(consent, 'Allow', { profile: person.username });
  if (end.url.origin !== callbacks.origin) throw new Error(`${platform}: the walk ended at “${end.heading}”.`);

  // And is back at your app, with the outcome in the query.
  const result = await arrived;
  const accountId = result.get('accountId');
  if (result.get('status') !== 'success' || accountId === null) {
    throw new Error(`${platform}: not connected, the reason is ${result.get('reason')}.`);
  }
  return {
    accountId,
    username: result.get('username') ?? '',
    walk: [`“${confirm.heading}” › Continue`, `“${consent.heading}” › Allow, as @${person.username}`],
  };
}
