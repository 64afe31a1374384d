import { isSameOrigin } from '@fanfare/rules';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { formTokenOf, hasFormToken } from '../../accounts/connect/form-token.ts';
import { sessionCookie } from '../../callers/sessions/session-cookie.ts';
import { basePathOf } from '../../http/base-path.ts';
import { readBody } from '../../http/read-body.ts';
import { keepCookie, readCookie, type SecretCookie, secretCookie } from '../../http/secret-cookie.ts';
import type { Ids } from '../../process/ids.ts';
import { MAX_USER_AGENT } from './browser-name.ts';
import type { Browser } from './finish-sign-in.ts';
import type { Form } from './sign-in-pages.ts';

/** Lifetime longer than a link's, so that a page left open still works. */
const VALID_MS = 3_600_000;
const PURPOSE = 'sign-in';
const FORM_BYTES = 16_384;

export type FormDeps = { readonly ids: Ids; readonly baseUrl: string };

const browserCookie = (baseUrl: string): SecretCookie =>
  secretCookie('fanfare-browser', { baseUrl, validMs: VALID_MS });

export const readSignInForm = (): RequestHandler =>
  readBody({
    parse: express.urlencoded({ extended: false, limit: FORM_BYTES }),
    type: 'application/x-www-form-urlencoded',
    maxBytes: FORM_BYTES,
  });

/** Returns the secret of the browser, set if it had none, and the facts of a form for it. */
export function openForm(
  deps: FormDeps,
  req: Request,
  res: Response,
): { readonly browser: string; readonly form: Form } {
  const browser = keepCookie(deps, req, res, browserCookie(deps.baseUrl));
  return { browser, form: { base: basePathOf(deps.baseUrl), formToken: formTokenOf(browser, PURPOSE) } };
}

/** Returns the browser secret of a submitted form; null for a form of another site. */
export function pressedIn({ baseUrl }: FormDeps, req: Request): string | null {
  const browser = readCookie(req, browserCookie(baseUrl));
  return isFromOwnPage(baseUrl, req) && hasFormToken(req.body, browser, PURPOSE) ? browser : null;
}

export const isFromOwnPage = (baseUrl: string, req: Request): boolean =>
  isSameOrigin({ site: req.get('sec-fetch-site') ?? null, origin: req.get('origin') ?? null }, new URL(baseUrl).origin);

export const browserOf = ({ baseUrl }: Pick<FormDeps, 'baseUrl'>, req: Request): Browser => ({
  userAgent: (req.get('user-agent') ?? '').slice(0, MAX_USER_AGENT),
  sessionSecret: readCookie(req, sessionCookie(baseUrl)),
});

/** Text field of a form; empty when it is missing or given twice. */
export function fieldOf(req: Request, name: string): string {
  const body: unknown = req.body;
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}
