import { expect } from 'vitest';
import type { Project } from './harness.ts';

/**
 * Address to which a caller wants the user to return. Nothing listens there: the tests read the
 * address.
 */
export const REDIRECT_URL = 'http://127.0.0.1/connected';

/** Answer that a browser got from a page. */
export type Seen = {
  readonly status: number;
  readonly headers: Headers;
  readonly location: URL | null;
  readonly html: string;
  /** Cookies to send from now on. */
  readonly cookie: string;
};

export type Decision = { readonly profile?: string; readonly decision?: 'allow' | 'deny'; readonly scopes?: string[] };

/** Requests a connect link. */
export async function linkFor(project: Project, body: Record<string, unknown>): Promise<string> {
  const reply = await project.call<{ authUrl: string }>('POST', '/api/v1/accounts/connect', body);
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('authUrl')]);
  return reply.body.authUrl;
}

/** Headers and fields that a browser sends besides the cookies and fields of a form. */
type Sent = { readonly headers?: Record<string, string>; readonly form?: Record<string, string> };

/** Opens or submits a page without following redirects. */
export async function open(address: string | URL, method = 'GET', cookie = '', sent: Sent = {}): Promise<Seen> {
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: { ...sent.headers, ...(cookie !== '' && { cookie }) },
    ...(sent.form && { body: new URLSearchParams(sent.form) }),
  });
  const location = response.headers.get('location');
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0]!);
  return {
    status: response.status,
    headers: response.headers,
    location: location === null ? null : new URL(location, address),
    html: await response.text(),
    cookie: set.length > 0 ? set.join('; ') : cookie,
  };
}

/**
 * Opens the page of a link as a browser does: returns its cookie and the hidden field of its form.
 */
export async function openForm(
  authUrl: string,
  cookie = '',
): Promise<{ readonly cookie: string; readonly form: Record<string, string> }> {
  const page = await open(authUrl, 'GET', cookie);
  const token = /<input type="hidden" name="form_token" value="([\w-]{43})">/.exec(page.html)?.[1];
  const cookies = [cookie, ...page.headers.getSetCookie().map((line) => line.split(';')[0]!)];
  return { cookie: cookies.filter((pair) => pair !== '').join('; '), form: { form_token: token ?? '' } };
}

/**
 * Presses the button of the confirm page: the browser is bound and sent to the network. Returns the
 * cookie that binds it.
 */
export async function press(authUrl: string, cookie = ''): Promise<Seen & { readonly consent: URL }> {
  const page = await openForm(authUrl, cookie);
  const headers = { 'sec-fetch-site': 'same-origin' };
  const seen = await open(authUrl, 'POST', page.cookie, { headers, form: page.form });
  expect([seen.status, seen.html]).toEqual([303, expect.any(String)]);
  return { ...seen, consent: seen.location! };
}

/**
 * Decides on the network's consent page; returns the address to which the network sends the
 * browser.
 */
export async function decide(
  consent: URL,
  { profile = 'ada', decision = 'allow', scopes }: Decision = {},
): Promise<URL> {
  const address = new URL(consent);
  address.searchParams.set('sandbox_profile', profile);
  address.searchParams.set('sandbox_decision', decision);
  if (scopes) address.searchParams.set('sandbox_scopes', scopes.join(','));
  const seen = await open(address);
  if (!seen.location) throw new Error(`the consent page answered ${seen.status}: ${seen.html}`);
  return seen.location;
}

/** The whole flow, from the link to the answer of the callback. */
export async function walk(
  project: Project,
  body: Record<string, unknown>,
  decision: Decision = {},
): Promise<Seen & { readonly callback: URL }> {
  const pressed = await press(await linkFor(project, { redirectUrl: REDIRECT_URL, ...body }));
  const callback = await decide(pressed.consent, decision);
  return { ...(await open(callback, 'GET', pressed.cookie)), callback };
}

/** The query a caller gets, as a plain object. */
export const queryOf = (address: URL | null): Record<string, string> => Object.fromEntries(address?.searchParams ?? []);
