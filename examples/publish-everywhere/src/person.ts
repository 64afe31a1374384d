import { type Page, readPage } from './read-page.ts';

export type Person = {
  readonly username: string;
  open(url: string): Promise<Page>;
  /** Presses the button with this text; `picked` selects choices by the name of the field. */
  press(page: Page, label: string, picked?: Readonly<Record<string, string>>): Promise<Page>;
};

const MAX_REDIRECTS = 10;

/**
 * A person at a browser: opens pages, reads them, presses buttons, keeps cookies, and follows
 * redirects. In your app this is your user, and none of this code exists. Visits the given sites
 * only: a real network needs a real person.
 */
export function createPerson(username: string, sites: readonly string[]): Person {
  const origins = sites.map((site) => new URL(site).origin);
  // Each site gets only its own cookies. Fanfare needs them: they bind the form and the link to the
  // browser in which the button was pressed.
  const cookies = new Map<string, Map<string, string>>();

  async function go(url: URL, form: URLSearchParams | null): Promise<Page> {
    let next = url;
    let body = form;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (!origins.includes(next.origin)) {
        throw new Error(`${next.origin} wants a real person. This example plays one on the simulated networks only.`);
      }
      const jar = cookies.get(next.origin) ?? new Map<string, string>();
      cookies.set(next.origin, jar);
      const response = await fetch(next, {
        redirect: 'manual',
        headers: {
          ...(jar.size > 0 && { Cookie: Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ') }),
          // A browser sends the site of a form.
          ...(body && { Origin: url.origin }),
        },
        ...(body && { method: 'POST', body }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) jar.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) return readPage(next, await response.text());
      await response.body?.cancel();
      next = new URL(location, next);
      // A redirect after a form is fetched without it.
      body = null;
    }
    throw new Error(`${url.origin} redirects in circles.`);
  }

  return {
    username,
    open: (url) => go(new URL(url), null),
    async press(page, label, picked = {}) {
      const button = page.buttons.find((each) => each.label.startsWith(label));
      if (!button)
        throw new Error(`The page at ${page.url.origin} says “${page.heading}” and has no button “${label}”.`);
      const form = new URLSearchParams();
      for (const { name, type, value = '', checked, disabled } of [...page.inputs, button.attributes]) {
        const isChoice = type === 'radio' || type === 'checkbox';
        const isOn = name !== undefined && picked[name] !== undefined ? picked[name] === value : checked !== undefined;
        if (name !== undefined && disabled === undefined && (!isChoice || isOn)) form.append(name, value);
      }
      for (const [name, value] of Object.entries(picked)) {
        if (!form.has(name, value))
          throw new Error(`The page at ${page.url.origin} offers no “${name}” called “${value}”.`);
      }
      return go(page.action, form);
    },
  };
}
