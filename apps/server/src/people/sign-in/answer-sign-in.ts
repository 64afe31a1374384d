import type { Request, RequestHandler, Response } from 'express';
import { sessionCookie } from '../../callers/sessions/session-cookie.ts';
import { basePathOf, ownPath } from '../../http/base-path.ts';
import { handled } from '../../http/handled.ts';
import { type Brand, sendPage } from '../../http/html-page.ts';
import { setCookie } from '../../http/secret-cookie.ts';
import { type FormDeps, pressedIn, readSignInForm } from './browser-form.ts';
import type { Finished } from './finish-sign-in.ts';
import { type Message, messagePage } from './sign-in-pages.ts';

type Deps = { readonly baseUrl: string; readonly brand: Brand };

/** Redirects a browser to a page of this service. */
export function redirectTo({ baseUrl }: Pick<Deps, 'baseUrl'>, res: Response, path: string): void {
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, ownPath(baseUrl, path));
}

export function answerFinished(deps: Deps, res: Response, finished: Finished): void {
  if (finished.state === 'signed_in') {
    setCookie(res, sessionCookie(deps.baseUrl), finished.sessionSecret);
    redirectTo(deps, res, finished.next ?? '/');
  } else if (finished.state === 'not_valid') sendInvalidLink(deps, res);
  else sendNotAdmitted(deps, res);
}

function sendNotAdmitted(deps: Deps, res: Response): void {
  sendMessage(deps, res, 403, {
    title: 'This address has no account',
    text: 'Sign-up here is by invitation. Ask a member of your workspace, or who runs this installation, to invite you.',
  });
}

/** Sends the same page for a used, an expired and an invented link. */
export function sendInvalidLink(deps: Deps, res: Response): void {
  sendMessage(deps, res, 400, {
    title: 'This link does not work',
    text: 'It was already used, has expired, or is not complete. Ask for a new one.',
  });
}

/** Reads a form, and runs `work` with the browser's secret if our own page sent it. */
export const pressed = (
  deps: Deps & FormDeps,
  work: (req: Request, res: Response, browser: string) => Promise<unknown>,
): RequestHandler[] => [
  readSignInForm(),
  handled(async (req, res) => {
    const browser = pressedIn(deps, req);
    return browser === null ? sendNotPressedHere(deps, res) : work(req, res, browser);
  }),
];

export function sendNotPressedHere(deps: Deps, res: Response): void {
  sendMessage(deps, res, 403, {
    title: 'Nothing happened',
    text: 'The button was not pressed on our page, or your browser did not keep the cookie of that page. Open the page again and press its button.',
  });
}

export function sendTooMany(deps: Deps, res: Response, seconds: number): void {
  res.set('Retry-After', String(seconds));
  const minutes = Math.ceil(seconds / 60);
  sendMessage(deps, res, 429, {
    title: 'Too many attempts',
    text: `Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. A mail that was sent before still works.`,
    link: ['/sign-in/check', 'Back'],
  });
}

export function sendMessage(deps: Deps, res: Response, status: number, message: Message): void {
  sendPage(deps, res, status, messagePage(basePathOf(deps.baseUrl), message));
}
