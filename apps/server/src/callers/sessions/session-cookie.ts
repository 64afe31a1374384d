import { createHmac } from 'node:crypto';
import { type SecretCookie, secretCookie } from '../../http/secret-cookie.ts';
import { SESSION_DAYS } from './sessions.table.ts';

/** `Lax`: links in mails and on other sites open the dashboard signed in. */
export const sessionCookie = (baseUrl: string): SecretCookie =>
  secretCookie('fanfare-session', { baseUrl, validMs: SESSION_DAYS * 86_400_000 });

/** What pages of this service send with a change, in `X-Fanfare-CSRF` or a form: another site cannot read it. */
export const csrfTokenOf = (sessionSecret: string): string =>
  createHmac('sha256', sessionSecret).update('csrf').digest('base64url');
