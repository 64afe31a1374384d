import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@fanfare/contract';
import { type SecretCookie, secretCookie } from '../../http/secret-cookie.ts';

/**
 * The token of the form behind a connect link, bound to a cookie of this browser. Another site can
 * send the form, but has no token of this cookie. The cookie is `Lax`: a `Strict` one would not be
 * sent when users come from the caller's site, and opening a link again would end the earlier page.
 */
export const formTokenOf = (cookie: string, linkToken: string): string =>
  createHmac('sha256', cookie).update(`form:${linkToken}`).digest('base64url');

/** The cookie of one link, so that pages opened at the same time do not overwrite each other's. */
export function formCookie(baseUrl: string, linkToken: string): SecretCookie {
  const link = createHash('sha256').update(linkToken).digest('hex').slice(0, 16);
  return secretCookie(`fanfare-form-${link}`, { baseUrl, validMs: LIMITS.authUrlLifetimeMs.value });
}

/** Whether a form has the token that this browser got for this link. */
export function hasFormToken(form: unknown, cookie: string | null, linkToken: string): boolean {
  const given = typeof form === 'object' && form !== null && 'form_token' in form ? form.form_token : null;
  if (cookie === null || typeof given !== 'string') return false;
  const [due, sent] = [Buffer.from(formTokenOf(cookie, linkToken)), Buffer.from(given)];
  return due.length === sent.length && timingSafeEqual(due, sent);
}
