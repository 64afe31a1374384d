import type { HubErrorRow } from '@fanfare/hub';
import type { Answer, ErrorTable, Refusal } from '@fanfare/network';
import { ERROR_ROWS, FOREIGN_PAGE } from './error-rows.ts';
import { ErrorBody } from './wire.ts';

/** Refusals of Micropub servers. */
export const MICROPUB_ERRORS: ErrorTable<HubErrorRow> = { rows: ERROR_ROWS, readRefusal };

/** A name for the answer that leads a caller without a valid token to a sign-in page. */
const LOGIN_REDIRECT = 'login_redirect';

const LOGIN_PAGE = /\b(?:log-?in|sign-?in|session|auth)\b/i;

function readRefusal({ status, headers, json, text }: Answer): Refusal {
  const isLogin = [302, 303, 307].includes(status) && LOGIN_PAGE.test(headers.location ?? '');
  if (isLogin)
    return { status, codes: [LOGIN_REDIRECT], text: '', own: true, networkCode: `${status} to a login page` };
  const read = ErrorBody.safeParse(json);
  if (read.success) {
    const { error, error_description: description } = read.data;
    return { status, codes: [error], text: description, own: true, networkCode: error };
  }
  // RFC 6750, section 3: a server that wants another token says so in this header, with or without
  // a body.
  const own = /^bearer\b/i.test(headers['www-authenticate'] ?? '');
  const isPage = [403, 404, 405, 406, 418, 451].includes(status) && /^\s*</.test(text.slice(0, 1_000));
  return { status, codes: isPage && !own ? [FOREIGN_PAGE] : [], text: '', own };
}
