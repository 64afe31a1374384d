import type { ConnectEnd, WalkOptions } from './implementation.ts';

export type Page = { readonly status: number; readonly location: string | null; readonly text: string };

export type Step = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Form fields of a POST. */
  readonly form?: URLSearchParams;
  /** The origin of a form: the site of the page it stands on, as browsers send it. */
  readonly origin?: string;
  readonly cookie: string;
};

type Deps = {
  /** Sends one request of a browser and follows nothing. */
  readonly ask: (step: Step) => Promise<Page & { readonly cookies: readonly string[] }>;
  /** Makes the step of the user on a page of the network; null for any other page. */
  readonly decide: (url: URL) => Promise<Omit<Step, 'cookie'> | null>;
  /** Makes the link older while the user is at the network. */
  readonly ageLink: (authUrl: string, ms: number) => Promise<void>;
  /** Whose pages are walked; a redirect to any other origin is the end. */
  readonly origins: ReadonlySet<string>;
};

const MAX_STEPS = 14;

/**
 * Walks a connect link as a user with a browser would: opens the page of the service, presses its
 * button, decides on the page of the network, keeps cookies.
 */
export async function walkPages(
  { ask, decide, ageLink, origins }: Deps,
  authUrl: string,
  { callbackTwice = false, pressTwice = false, lingerMs = 0 }: WalkOptions = {},
): Promise<ConnectEnd> {
  const cookies = new Map<string, string>();
  const visit = async (step: Omit<Step, 'cookie'>): Promise<Page> => {
    const page = await ask({ ...step, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') });
    for (const line of page.cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return page;
  };
  const link: Omit<Step, 'cookie'> = { method: 'GET', url: new URL(authUrl) };
  let step = link;
  let isToRepeat = callbackTwice;
  let isToPress = pressTwice;
  let held: Omit<Step, 'cookie'> | null = null;
  let earlier: ConnectEnd | null = null;
  for (let count = 0; count < MAX_STEPS; count++) {
    if (lingerMs > 0 && isCallback(step.url)) await ageLink(authUrl, lingerMs);
    if (isToPress && isCallback(step.url)) {
      isToPress = false;
      held = step;
      step = link;
      continue;
    }
    if (held && isCallback(step.url)) {
      earlier = endOf(await visit(held), held.url);
      held = null;
    }
    const page = await visit(step);
    const form = step === link ? readForm(page, step.url) : null;
    if (form) {
      step = form;
      continue;
    }
    if (isToRepeat && isCallback(step.url)) {
      isToRepeat = false;
      continue;
    }
    const end = { ...endOf(page, step.url), ...(earlier && { earlier }) };
    const next = end.redirectedTo;
    if (next === null || !origins.has(next.origin)) return end;
    step = (await decide(next)) ?? { method: 'GET', url: next };
  }
  throw new Error(`The walk of ${authUrl} did not come to an end within ${MAX_STEPS} steps.`);
}

/** The button of the service's page; null where the page has none. */
function readForm({ text }: Page, at: URL): Omit<Step, 'cookie'> | null {
  const [, action, inside = ''] = /<form method="post" action="([^"]*)">(.*?)<\/form>/s.exec(text) ?? [];
  if (action === undefined) return null;
  const hidden = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const form = new URLSearchParams([...hidden].map(([, name = '', value = '']): [string, string] => [name, value]));
  return { method: 'POST', url: new URL(action.replace(/&#(\d+);/g, fromNumber), at), form, origin: at.origin };
}

const fromNumber = (_: string, code: string): string => String.fromCharCode(Number(code));

/** Reads the end of a page when nothing is followed. */
const endOf = ({ location, status, text }: Page, at: URL): ConnectEnd =>
  location === null
    ? { redirectedTo: null, page: { status, text } }
    : { redirectedTo: new URL(location, at), page: null };

const isCallback = ({ pathname }: URL): boolean => /^\/oauth\/\w+\/callback$/.test(pathname);
