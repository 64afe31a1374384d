export type ConnectWalk = {
  /** The link an app gave its user: a page whose button leads on to a network of this sandbox. */
  readonly authUrl: string;
  /** Where the app asked to be called back at the end; nothing is sent there. */
  readonly redirectUrl: string;
  /** Username of the sandbox person to be. */
  readonly profile: string;
  /** Default `allow`. */
  readonly decision?: 'allow' | 'deny';
  /** Scopes left ticked, where the network lets people untick some; default all. */
  readonly scopes?: readonly string[];
};

const MAX_STEPS = 8;

/**
 * Walks a connect link as a person with a browser would, over HTTP alone: presses the button of the app's page, decides on the network's consent page,
 * and follows every redirect with its cookies. Returns the query the app is called back with. Throws when the walk ends anywhere else.
 *
 * @example
 * const result = await walkConnect({ authUrl, redirectUrl: 'http://127.0.0.1/connected', profile: 'ada' });
 * result.get('accountId'); // 'acc_…'
 */
export async function walkConnect(walk: ConnectWalk): Promise<URLSearchParams> {
  const end = new URL(walk.redirectUrl);
  const cookies = new Map<string, string>();
  let url = new URL(walk.authUrl);
  let method = 'POST';
  for (let step = 0; step < MAX_STEPS; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { method, redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      throw new Error(
        `the connect walk ended at ${url.origin}${url.pathname} with ${response.status}: ${await response.text()}`,
      );
    }
    url = new URL(location, url);
    method = 'GET';
    if (url.origin === end.origin && url.pathname === end.pathname) return url.searchParams;
    if (url.searchParams.has('client_id')) decide(url, walk);
  }
  throw new Error(`the connect walk did not come to an end within ${MAX_STEPS} steps`);
}

/** The consent page's own short cut for scripts. */
function decide(consent: URL, walk: ConnectWalk): void {
  consent.searchParams.set('sandbox_profile', walk.profile);
  consent.searchParams.set('sandbox_decision', walk.decision ?? 'allow');
  if (walk.scopes) consent.searchParams.set('sandbox_scopes', walk.scopes.join(','));
}
