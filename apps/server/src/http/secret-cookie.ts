import { cellOf, withoutCell } from '@fanfare/rules';
import type { Request, Response } from 'express';
import type { Ids } from '../process/ids.ts';
import { basePathOf } from './base-path.ts';
import { sha256 } from './sha256.ts';
import { newToken } from './token.ts';

/** Cookie with a random value, which other sites can neither read nor send. */
export type SecretCookie = { readonly name: string; readonly secure: boolean; readonly validMs: number };

/**
 * `__Host-` needs https (plain http is a developer's machine) and the path `/`, so that all
 * services of a host get the cookie. A path is no boundary: pages of one origin can read each
 * other. A base path changes the name, so that two installations on one host keep apart.
 */
export function secretCookie(
  name: string,
  { baseUrl, validMs }: { readonly baseUrl: string; readonly validMs: number },
): SecretCookie {
  const secure = baseUrl.startsWith('https:');
  const path = basePathOf(baseUrl);
  const own = path === '' ? name : `${name}-${sha256(path).toString('hex').slice(0, 8)}`;
  return { name: secure ? `__Host-${own}` : own, secure, validMs };
}

/** Value of the cookie, 43 characters of base64url after any label; null for anything else. */
export function readCookie(req: Request, { name }: SecretCookie): string | null {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([key]) => key === name)?.[1];
  return value !== undefined && /^[\w-]{43}$/.test(withoutCell(value)) ? value : null;
}

/** Returns the browser's value, or a new one for none of this cell, and renews the cookie. */
export function keepCookie(deps: { readonly ids: Ids }, req: Request, res: Response, cookie: SecretCookie): string {
  const known = readCookie(req, cookie);
  const value = known !== null && cellOf(known) === deps.ids.cell ? known : newToken(deps.ids);
  setCookie(res, cookie, value);
  return value;
}

export function setCookie(res: Response, cookie: SecretCookie, value: string): void {
  res.cookie(cookie.name, value, { ...attributesOf(cookie), maxAge: cookie.validMs });
}

export function clearCookie(res: Response, cookie: SecretCookie): void {
  res.clearCookie(cookie.name, attributesOf(cookie));
}

const attributesOf = ({ secure }: SecretCookie) => ({ httpOnly: true, secure, sameSite: 'lax', path: '/' }) as const;
