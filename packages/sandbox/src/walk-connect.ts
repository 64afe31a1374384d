export type ConnectWalk = {
  /** The link of an app: a page whose button redirects to a network here. */
  readonly authUrl: string;
  /** The app's callback address at the end; nothing is sent there. */
  readonly redirectUrl: string;
  /** Username of the sandbox person to connect. */
  readonly profile: string;
  /** Default `allow`. */
  readonly decision?: 'allow' | 'deny';
  /** Scopes left ticked, where the network lets people untick some; default all. */
  readonly scopes?: readonly string[];
};

const MAX_STEPS = 8;

/**
 * Completes a connect link like a person with a browser, over HTTP alone: opens the app's page,
 * presses its button, decides on the network's consent page, and follows every redirect with its
 * cookies. Returns the query of the app's callback. Throws when the flow ends anywhere else.
 *
 * @example
 * const result = await walkConnect({ authUrl, redirectUrl: 'http://127.0.0.1/connected', profile: 'ada' });
 * result.get('accountId'); // 'acc_…'
 */
export async function walkConnect(walk: ConnectWalk): Promise<URLSearchParams> {
  const end = new URL(walk.redirectUrl);
  const cookies = new Map<string, string>();
  let url = new URL(walk.authUrl);
  let form: Form | null = null;
  for (let step = 0; step < MAX_STEPS; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { ...(cookie !== '' && { cookie }), ...(form && { origin: form.origin }) },
      ...(form && { method: 'POST', body: form.fields }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      const page = await response.text();
      form = form === null && response.ok ? readForm(page, url) : null;
      if (form === null)
        throw new Error(`the connect walk ended at ${url.origin}${url.pathname} with ${response.status}: ${page}`);
      url = form.action;
      continue;
    }
    url = new URL(location, url);
    form = null;
    if (url.origin === end.origin && url.pathname === end.pathname) return url.searchParams;
    if (url.searchParams.has('client_id')) decide(url, walk);
  }
  throw new Error(`the connect walk did not come to an end within ${MAX_STEPS} steps`);
}

type Form = { readonly origin: string; readonly action: URL; readonly fields: URLSearchParams };

/** The form of the app's page, with its hidden fields; null where there is none. */
function readForm(page: string, at: URL): Form | null {
  const [, action, inside = ''] = /<form method="post" action="([^"]*)">(.*?)<\/form>/s.exec(page) ?? [];
  if (action === undefined) return null;
  const hidden = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = new URLSearchParams([...hidden].map(([, name = '', value = '']): [string, string] => [name, value]));
  return { origin: at.origin, action: new URL(action, at), fields };
}

/** The consent page's shortcut for scripts. */
function decide(consent: URL, walk: ConnectWalk): void {
  consent.searchParams.set('sandbox_profile', walk.profile);
  consent.searchParams.set('sandbox_decision', walk.decision ?? 'allow');
  if (walk.scopes) consent.searchParams.set('sandbox_scopes', walk.scopes.join(','));
}
