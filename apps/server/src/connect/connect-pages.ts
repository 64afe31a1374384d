import { type ConnectFailureReason, LIMITS, type OAuthPlatform } from '@fanfare/contract';
import { backLink, CANCEL_BUTTON, connectedHtml, escapeHtml, formTargets, nameHtml } from '@fanfare/rules';
import type { HtmlPage } from '../http/html-page.ts';
import { networkMark } from './network-marks.ts';

const LINK_MINUTES = LIMITS.authUrlLifetimeMs.value / 60_000;

/**
 * Names who asks, for which network, and where the user goes next. Without this page an attacker could make another person approve the attacker's connect
 * link with one click: networks skip their consent page for apps that were approved before.
 */
export function confirmPage(about: {
  token: string;
  /** Sent back by the form; another site cannot know it. */
  formToken: string;
  platform: OAuthPlatform;
  /** Display name. */
  network: string;
  projectName: string;
  /** An image of this service, which the project uploaded. */
  logoUrl: string | null;
  redirectUrl: string | null;
  /** Where the button leads. */
  networkUrl: string;
}): HtmlPage {
  const network = escapeHtml(about.network);
  const project = nameHtml(about.projectName);
  // The name stands below it.
  const logo = about.logoUrl === null ? '' : `<img src="${escapeHtml(about.logoUrl)}" alt="" width="48" height="48">`;
  const next = about.redirectUrl === null ? 'back to this page' : new URL(about.redirectUrl).host;
  return {
    title: `Connect ${about.network}`,
    // With `no-referrer` a browser would send the form with `Origin: null`, which does not say where it comes from.
    referrerPolicy: 'same-origin',
    formTargets: formTargets(about.networkUrl, about.redirectUrl),
    ownImages: about.logoUrl !== null,
    body: `<p class="who">${logo}${networkMark(about.platform)}</p>
<h1>Connect your ${network} account to ${project}?</h1>
<p><strong>${project}</strong> asks to publish to your account. Go on only if you came from there yourself.</p>
<dl><div><dt>Network</dt><dd>${network}</dd></div><div><dt>Asked by</dt><dd>${project}</dd></div><div><dt>Afterwards you go</dt><dd>${escapeHtml(next)}</dd></div></dl>
<form method="post" action="/connect/${about.token}"><input type="hidden" name="form_token" value="${about.formToken}"><button type="submit">Continue to ${network}</button>${CANCEL_BUTTON}</form>
<p class="small">${network} shows you what is asked for, and you can still refuse there. This link works once, within ${LINK_MINUTES} minutes.</p>`,
  };
}

/** The form came from another site, or from a browser that keeps no cookies. The link is still valid. */
export function notPressedHerePage(token: string, redirectUrl: string | null): HtmlPage {
  return {
    title: 'Nothing was connected',
    body: `<h1>Nothing was connected</h1>
<p>The button was not pressed on the page of this link, or your browser did not keep that page’s cookie. If you want to connect an account, open the page and press its button.</p>
<p><a href="/connect/${token}">Open the page</a></p>${backLink(redirectUrl)}`,
  };
}

export function connectedPage(platform: OAuthPlatform, ...connected: Parameters<typeof connectedHtml>): HtmlPage {
  const mark = networkMark(platform);
  return { title: 'Account connected', body: `<p class="who">${mark}</p>${connectedHtml(...connected)}` };
}

/** The link was used by this browser, and what it connected still is. */
export function alreadyConnectedPage(network: string, username: string, redirectUrl: string | null): HtmlPage {
  return {
    title: 'Already connected',
    body: `<h1>${escapeHtml(network)} is already connected</h1><p>This link was used: the account <strong>${nameHtml(username)}</strong> is connected. To connect another account, ask for a new link.</p>${backLink(redirectUrl)}<p class="small">Reason: <code>state_invalid</code></p>`,
  };
}

const FAILURES: Record<ConnectFailureReason, string> = {
  access_denied: 'You did not allow the access, so nothing was connected. Ask for a new link if you change your mind.',
  state_invalid: `This link was already used, is older than ${LINK_MINUTES} minutes, or was opened in another browser than the one it was started in. Ask for a new link and open it in one browser.`,
  exchange_failed: 'The network did not accept the connection. Ask for a new link and try again.',
  permissions_missing:
    'A permission that publishing needs was not granted. Ask for a new link and leave every box ticked.',
  account_not_eligible:
    'The network does not let apps publish to this kind of account. On Instagram, switch to a Business or Creator account first.',
  account_limit_reached: 'The plan of the project that requested this allows no further account.',
  network_unavailable: 'The network did not answer. Ask for a new link in a few minutes.',
};

export function failedPage(reason: ConnectFailureReason, redirectUrl: string | null = null): HtmlPage {
  return {
    title: 'Not connected',
    body: `<h1>The account was not connected</h1><p>${FAILURES[reason]}</p>${backLink(redirectUrl)}<p class="small">Reason: <code>${reason}</code></p>`,
  };
}

export function brokenPage(requestId: string, redirectUrl: string | null): HtmlPage {
  return {
    title: 'Something went wrong',
    body: `<h1>Something went wrong on our side</h1><p>Nothing was connected. Ask for a new link and try again.</p>${backLink(redirectUrl)}<p class="small">Request: <code>${escapeHtml(requestId)}</code></p>`,
  };
}
