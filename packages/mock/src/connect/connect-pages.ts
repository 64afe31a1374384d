import { CONNECT_FAILURE_REASONS, type OAuthPlatform } from '@fanfare/contract';
import { backLink, CANCEL_BUTTON, connectedHtml, escapeHtml, formTargets, nameHtml, pagePolicy } from '@fanfare/rules';
import { DECLINABLE, mayDecline, PURPOSES } from '../accounts/permissions.ts';
import { NETWORK_NAMES } from '../network-rules.ts';

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:#f3f2ee;color:#16181d}main{width:min(100% - 32px,420px);background:#fff;border:1px solid #dcdad2;border-radius:16px;padding:32px;box-sizing:border-box}h1{margin:0 0 12px;font-size:24px;line-height:1.25}p{color:#5c6270}label{display:block;margin:16px 0}input:not([type]),select{width:100%;box-sizing:border-box;padding:10px;font:inherit;border:1px solid #8b8f9a;border-radius:8px}button{width:100%;margin-top:12px;padding:12px;font:inherit;font-weight:650;border:1px solid #c2410c;border-radius:10px;background:#c2410c;color:#fff;cursor:pointer}button.plain,button.quiet{background:#fff;color:#c2410c}';

/** SHA-256 of `STYLE`, which browsers without a secure context cannot compute. */
const STYLE_HASH = 'DQ710MH8saXVzHndP4uIRUkgfTSpwmoxVBrBkXUfEnM=';

/** As the service sends its pages: not cached, and forms lead to the page's own origin and `forms`. */
const page = (
  status: number,
  title: string,
  body: string,
  { forms = [], headers = {} }: { forms?: readonly string[]; headers?: Record<string, string> } = {},
): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
    {
      status,
      headers: {
        'Content-Security-Policy': pagePolicy(STYLE_HASH, forms),
        'Cache-Control': 'no-store',
        'Content-Type': 'text/html; charset=utf-8',
        ...headers,
      },
    },
  );

/** The service's own page: who asks, for which network, and where the user goes next. */
export function confirmPage(about: {
  readonly action: string;
  readonly formToken: string;
  readonly platform: OAuthPlatform;
  readonly projectName: string;
  readonly redirectUrl: string | null;
}): Response {
  const network = NETWORK_NAMES[about.platform];
  const next = about.redirectUrl === null ? 'back to this page' : new URL(about.redirectUrl).host;
  return page(
    200,
    `Connect ${network}`,
    `<h1>Connect your ${network} account to ${nameHtml(about.projectName)}?</h1><p>Afterwards you go to ${escapeHtml(next)}.</p><form method="post" action="${escapeHtml(about.action)}"><input type="hidden" name="form_token" value="${about.formToken}"><button type="submit">Continue to ${network}</button>${CANCEL_BUTTON}</form>`,
    // With `no-referrer` a browser would send the form with `Origin: null`.
    { forms: formTargets(about.action, about.redirectUrl), headers: { 'Referrer-Policy': 'same-origin' } },
  );
}

/** The form came from elsewhere. The link is still good. */
export function notPressedHerePage(action: string, redirectUrl: string | null): Response {
  return page(
    403,
    'Nothing was connected',
    `<h1>Nothing was connected</h1><p>The button was not pressed on the page of this link. If you want to connect an account, open the page and press its button.</p><p><a href="${escapeHtml(action)}">Open the page</a></p>${backLink(redirectUrl)}`,
  );
}

/** Stands for the network: its user approves, denies, or lets it go wrong in any documented way. */
export function networkPage(platform: OAuthPlatform, action: string, redirectUrl: string | null): Response {
  const network = NETWORK_NAMES[platform];
  const pages =
    platform === 'linkedin'
      ? '<label>Company pages, with commas between <input name="pages" value="Ada Industries" autocomplete="off"></label>'
      : '';
  const boxes = mayDecline(platform)
    ? DECLINABLE.map(
        (permission) =>
          `<label><input type="checkbox" name="without" value="${permission}"> Without the permission for ${PURPOSES[permission]}</label>`,
      ).join('')
    : '';
  const others = CONNECT_FAILURE_REASONS.filter((reason) => reason !== 'access_denied' && reason !== 'state_invalid');
  return page(
    200,
    `${network} (mock)`,
    `<h1>${network} (mock)</h1><p>Allow the app to publish to your account?</p><form method="post" action="${escapeHtml(action)}"><label>Account <input name="username" value="ada" autocomplete="off"></label>${pages}${boxes}<button type="submit" name="outcome" value="approve">Approve</button><button class="quiet" type="submit" name="outcome" value="deny">Deny</button></form><form method="post" action="${escapeHtml(action)}"><label>Or let it fail <select name="outcome">${others.map((reason) => `<option>${reason}</option>`).join('')}</select></label><button class="quiet" type="submit">Fail</button></form>`,
    { forms: formTargets(redirectUrl) },
  );
}

export function connectedPage(platform: OAuthPlatform, username: string, pages: readonly string[]): Response {
  return page(200, 'Account connected', connectedHtml(NETWORK_NAMES[platform], username, pages));
}

export function failedPage(reason: string, redirectUrl: string | null = null): Response {
  return page(
    400,
    'Not connected',
    `<h1>The account was not connected</h1><p>Reason: <code>${escapeHtml(reason)}</code></p>${backLink(redirectUrl)}`,
  );
}
