import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import { readCookie } from '../http/read-cookie.ts';
import type { Ids } from '../ids.ts';

const VALID_SECONDS = 900;

/**
 * Ties a connect flow to the browser whose button was pressed: a random value in a cookie that other sites can neither read nor send with their own
 * requests. `__Host-` needs https; plain http is only met on a developer's machine.
 */
export function bindBrowser(deps: { ids: Ids; secure: boolean }, req: Request, res: Response): string {
  const value = readBrowser(deps, req) ?? deps.ids.secret(32).toString('base64url');
  res.cookie(cookieName(deps.secure), value, {
    httpOnly: true,
    secure: deps.secure,
    sameSite: 'lax',
    path: '/',
    maxAge: VALID_SECONDS * 1000,
  });
  return value;
}

export function readBrowser(deps: { secure: boolean }, req: Request): string | null {
  return readCookie(req, cookieName(deps.secure));
}

/** The PKCE verifier of a flow (RFC 7636, 4.1), made from the browser's secret and the state, so that it is stored nowhere. */
export function codeVerifierOf(browser: string, state: string): string {
  return createHmac('sha256', browser).update(`pkce:${state}`).digest('base64url');
}

const cookieName = (secure: boolean): string => (secure ? '__Host-fanfare-connect' : 'fanfare-connect');
