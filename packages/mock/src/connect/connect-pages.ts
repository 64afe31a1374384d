import { CONNECT_FAILURE_REASONS, type ConnectFailureReason, type OAuthPlatform } from '@fanfare/contract';
import { networkMark, PAGE_STYLE, PAGE_STYLE_HASH } from '@fanfare/design-tokens';
import {
  escapeHtml,
  formTargets,
  type HtmlPage,
  pageHtml,
  pagePolicy,
  type ShownNetwork,
  connectedPage as sharedConnectedPage,
  failedPage as sharedFailedPage,
} from '@fanfare/rules';
import { DECLINABLE, mayDecline, PURPOSES } from '../accounts/permissions.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import { NETWORK_NAMES } from '../network-rules.ts';

const FRAME = { name: 'Fanfare', logoUrl: null, style: PAGE_STYLE };

/** Headers as the service's pages have them: not cached, forms stay with their origins. */
export const sendPage = (status: number, page: HtmlPage): HttpAnswer => ({
  status,
  headers: {
    'content-security-policy': pagePolicy(PAGE_STYLE_HASH, page.formTargets),
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    ...(page.referrerPolicy && { 'referrer-policy': page.referrerPolicy }),
  },
  body: pageHtml(FRAME, page),
});

export const shownNetwork = (platform: OAuthPlatform): ShownNetwork => ({
  name: NETWORK_NAMES[platform],
  mark: networkMark(platform),
});

/** Stands for the network: its user approves, denies, or lets it go wrong in any documented way. */
export function networkPage(platform: OAuthPlatform, action: string, redirectUrl: string | null): HttpAnswer {
  const network = NETWORK_NAMES[platform];
  const pages =
    platform === 'linkedin'
      ? '<label>Company pages, with commas between <input name="pages" value="Ada Industries" autocomplete="off"></label>'
      : '';
  const boxes = mayDecline(platform)
    ? DECLINABLE.map(
        (permission) =>
          `<label class="tick"><input type="checkbox" name="without" value="${permission}"> Without the permission for ${PURPOSES[permission]}</label>`,
      ).join('')
    : '';
  const others = CONNECT_FAILURE_REASONS.filter((reason) => reason !== 'access_denied' && reason !== 'state_invalid');
  return sendPage(200, {
    title: `${network} (mock)`,
    formTargets: formTargets(redirectUrl),
    body: `<p class="who">${networkMark(platform)}</p><h1>${network} (mock)</h1><p>Allow the app to publish to your account?</p><form method="post" action="${escapeHtml(action)}"><label>Account <input name="username" value="ada" autocomplete="off"></label>${pages}${boxes}<button type="submit" name="outcome" value="approve">Approve</button><button class="plain" type="submit" name="outcome" value="deny">Deny</button></form><form method="post" action="${escapeHtml(action)}"><label>Or let it fail <select name="outcome">${others.map((reason) => `<option>${reason}</option>`).join('')}</select></label><button class="plain" type="submit">Fail</button></form>`,
  });
}

export const connectedPage = (platform: OAuthPlatform, username: string, pages: readonly string[]): HttpAnswer =>
  sendPage(200, sharedConnectedPage(shownNetwork(platform), username, pages));

export const failedPage = (reason: ConnectFailureReason, redirectUrl: string | null = null): HttpAnswer =>
  sendPage(400, sharedFailedPage(reason, redirectUrl));
