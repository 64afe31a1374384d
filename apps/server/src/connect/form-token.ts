import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { readCookie } from '../http/read-cookie.ts';
import type { Ids } from '../ids.ts';

/** As long as a link can be valid after its page was opened. */
const VALID_SECONDS = 600;

type Deps = { readonly ids: Ids; readonly secure: boolean };

/**
 * The token of the form behind a connect link, bound to a cookie of this browser. Another site can send the form, but cannot read the token from the page, and
 * one that it fetched itself does not belong to this browser's cookie. The cookie is `Lax`: users come from the caller's site, and a `Strict` one would not be
 * sent with that visit, so that opening a link again would end the page opened before. Each link has a cookie of its own, so that pages opened at the same
 * time do not overwrite each other's.
 */
export function openForm(deps: Deps, req: Request, res: Response, linkToken: string): string {
  const name = cookieName(deps.secure, linkToken);
  const value = readCookie(req, name) ?? deps.ids.secret(32).toString('base64url');
  res.cookie(name, value, {
    httpOnly: true,
    secure: deps.secure,
    sameSite: 'lax',
    path: '/',
    maxAge: VALID_SECONDS * 1000,
  });
  return tokenOf(value, linkToken);
}

/** Whether a submitted form is the one that this browser was given for this link. */
export function isOpenedForm(deps: Pick<Deps, 'secure'>, req: Request, linkToken: string): boolean {
  const cookie = readCookie(req, cookieName(deps.secure, linkToken));
  const body: unknown = req.body;
  const given = typeof body === 'object' && body !== null && 'form_token' in body ? body.form_token : null;
  if (cookie === null || typeof given !== 'string') return false;
  const [due, sent] = [Buffer.from(tokenOf(cookie, linkToken)), Buffer.from(given)];
  return due.length === sent.length && timingSafeEqual(due, sent);
}

const tokenOf = (cookie: string, linkToken: string): string =>
  createHmac('sha256', cookie).update(`form:${linkToken}`).digest('base64url');

function cookieName(secure: boolean, linkToken: string): string {
  const link = createHash('sha256').update(linkToken).digest('hex').slice(0, 16);
  return `${secure ? '__Host-' : ''}fanfare-form-${link}`;
}
