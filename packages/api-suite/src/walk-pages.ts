import type { ConnectEnd, WalkOptions } from './implementation.ts';

export type Page = { readonly status: number; readonly location: string | null; readonly text: string };

export type Step = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Form fields of a POST. */
  readonly form?: URLSearchParams;
  readonly cookie: string;
};

type Deps = {
  /** Sends one request of a browser and follows nothing. */
  readonly ask: (step: Step) => Promise<Page & { readonly cookies: readonly string[] }>;
  /** What the user does on a page of the network; null for any other page. */
  readonly decide: (url: URL) => Promise<Omit<Step, 'cookie'> | null>;
  /** Makes the link older while the user is at the network. */
  readonly ageLink: (authUrl: string, ms: number) => Promise<void>;
  /** Whose pages are walked; a redirect to any other origin is the end. */
  readonly origins: ReadonlySet<string>;
};

const MAX_STEPS = 10;

/** Walks a connect link as a user with a browser would: presses the button of the service, decides on the page of the network, keeps cookies. */
export async function walkPages(
  { ask, decide, ageLink, origins }: Deps,
  authUrl: string,
  { callbackTwice = false, lingerMs = 0 }: WalkOptions = {},
): Promise<ConnectEnd> {
  const cookies = new Map<string, string>();
  let step: Omit<Step, 'cookie'> = { method: 'POST', url: new URL(authUrl) };
  let isToRepeat = callbackTwice;
  for (let count = 0; count < MAX_STEPS; count++) {
    if (lingerMs > 0 && isCallback(step.url)) await ageLink(authUrl, lingerMs);
    const page = await ask({ ...step, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') });
    for (const line of page.cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    if (isToRepeat && isCallback(step.url)) {
      isToRepeat = false;
      continue;
    }
    if (page.location === null) return { redirectedTo: null, page: { status: page.status, text: page.text } };
    const next = new URL(page.location, step.url);
    if (!origins.has(next.origin)) return { redirectedTo: next, page: null };
    step = (await decide(next)) ?? { method: 'GET', url: next };
  }
  throw new Error(`The walk of ${authUrl} did not come to an end within ${MAX_STEPS} steps.`);
}

const isCallback = ({ pathname }: URL): boolean => /^\/oauth\/\w+\/callback$/.test(pathname);
