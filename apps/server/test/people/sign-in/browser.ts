export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

export type Page = {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | null;
  readonly html: string;
  readonly url: string;
};

export type Browser = {
  get(path: string): Promise<Page>;
  /**
   * Fills and sends the form of a page with this action, as a browser does; `headers` replace what
   * a browser says of itself.
   */
  submit(page: Page, action: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Page>;
  /** Sends a form that is on no page. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Page>;
  cookie(name: string): string | undefined;
};

/** A browser without script: cookies, redirects that are not followed, forms. */
export function openBrowser(
  baseUrl: string,
  userAgent: string = FIREFOX,
  /** Sent with every request, as by a proxy. */
  always: Record<string, string> = {},
): Browser {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Page> => {
    const url = new URL(path, baseUrl);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        'user-agent': userAgent,
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...always,
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      html: await response.text(),
      url: url.pathname,
    };
  };
  const post: Browser['post'] = (path, fields, headers) =>
    send(path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', origin: new URL(baseUrl).origin, ...headers },
      body: new URLSearchParams(fields),
    });
  return {
    get: (path) => send(path),
    post,
    submit: (page, action, fields, headers) => post(action, { ...hiddenFields(page, action), ...fields }, headers),
    cookie: (name) => cookies.get(name),
  };
}

function hiddenFields({ html, url }: Page, action: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(`action="${action}"`));
  if (!form) throw new Error(`there is no form for ${action} on ${url}: ${html}`);
  const inputs = form.split('</form>')[0]!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, value!.replaceAll('&#38;', '&')]));
}

/** The text of a page, as people read it. */
export const textOf = ({ html }: Page): string =>
  (/<main>(.*)<\/main>/s.exec(html)?.[1] ?? html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();
