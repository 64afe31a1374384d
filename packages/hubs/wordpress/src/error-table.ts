import type { HubErrorRow } from '@fanfare/hub';
import type { Answer, ErrorTable, Refusal } from '@fanfare/network';
import { ERROR_ROWS, FOREIGN_BODY } from './error-rows.ts';
import { ErrorBody } from './wire.ts';

/** Refusals of WordPress. */
export const WORDPRESS_ERRORS: ErrorTable<HubErrorRow> = { rows: ERROR_ROWS, readRefusal };

const FOREIGN = { codes: [FOREIGN_BODY], text: '', own: false };
const NOTHING = { codes: [], text: '', own: false };

/** Reads a refusal. Other forms come from a proxy, a firewall or a maintenance page. */
function readRefusal({ status, json }: Answer): Refusal {
  const read = ErrorBody.safeParse(json);
  if (!read.success) return { status, ...(status >= 400 && status <= 499 ? FOREIGN : NOTHING) };
  const { code, message, data } = read.data;
  const own = data?.status === status;
  // Users who may not list drafts get 400 for a wrong parameter. So do visitors, and WordPress
  // takes an unknown key for a visitor's.
  const forbidden = Object.values(data?.details ?? {}).find((detail) => detail.code === 'rest_forbidden_status');
  const { status: meant = status } = forbidden?.data ?? {};
  return {
    status: meant,
    codes: [code, ...(forbidden ? [forbidden.code] : []), ...(own || status >= 500 ? [] : FOREIGN.codes)],
    text: message,
    own,
    networkCode: code,
  };
}
