import { createHmac } from 'node:crypto';
import { withoutCell } from '@fanfare/rules';
import { type SecretCookie, secretCookie } from '../../http/secret-cookie.ts';

/** Lifetime of a link, and some minutes for the network's own pages. */
const VALID_MS = 900_000;

/** The cookie that ties a connect flow to the browser in which its button was pressed. */
export const browserCookie = (baseUrl: string): SecretCookie =>
  secretCookie('fanfare-connect', { baseUrl, validMs: VALID_MS });

/**
 * Makes the PKCE verifier of a flow (RFC 7636, 4.1) from the browser's secret and the state, both
 * without the label of a cell.
 */
export function codeVerifierOf(browser: string, state: string): string {
  return createHmac('sha256', withoutCell(browser))
    .update(`pkce:${withoutCell(state)}`)
    .digest('base64url');
}
