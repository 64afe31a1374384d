import { createHmac } from 'node:crypto';
import { type SecretCookie, secretCookie } from '../../http/secret-cookie.ts';
import { SESSION_DAYS } from './sessions.table.ts';

/** `Lax`: links in mails and on other sites open the dashboard signed in. */
export const sessionCookie = (baseUrl: string): SecretCookie =>
  secretCookie('fanfare-session', { baseUrl, validMs: SESSION_DAYS * 86_400_000 });

/** Token that our pages send with a change (`X-Fanfare-CSRF` or a form). Others cannot read it. */
export const csrfTokenOf = (sessionSecret: string): string =>
  createHmac('sha256', sessionSecret).update('csrf').digest('base64url');
