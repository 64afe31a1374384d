import { type ConnectFailureReason, LIMITS } from '@fanfare/contract';
import { backLink, CANCEL_BUTTON, nameHtml } from './connect-parts.ts';
import type { HtmlPage } from './page-html.ts';
import { escapeHtml, formTargets } from './page-security.ts';

const LINK_MINUTES = LIMITS.authUrlLifetimeMs.value / 60_000;

/** A network as pages show it. */
export type ShownNetwork = {
  /** Display name. */
  readonly name: string;
  /** Its mark as HTML; empty for none. */
  readonly mark: string;
};

/**
 * Names who asks, for which network, and where the user goes next. Without this page an attacker
 * could make another person approve the attacker's connect link with one click: networks skip their
 * consent page for apps that were approved before.
 */
export function confirmPage(about: {
  /** Address of the form: the link itself. */
  readonly action: string;
  /** Sent back by the form; another site cannot know it. */
  readonly formToken: string;
  readonly network: ShownNetwork;
  readonly projectName: string;
  /** An image of the service or a `data:` address, which the project gave. */
  readonly logoUrl: string | null;
  readonly redirectUrl: string | null;
  /** The address behind the button. */
  readonly networkUrl: string;
}): HtmlPage {
  const network = escapeHtml(about.network.name);
  const project = nameHtml(about.projectName);
  // The name stands below it.
  const logo = about.logoUrl === null ? '' : `<img src="${escapeHtml(about.logoUrl)}" alt="" width="48" height="48">`;
  const next = about.redirectUrl === null ? 'back to this page' : new URL(about.redirectUrl).host;
  return {
    title: `Connect ${about.network.name}`,
    referrerPolicy: 'same-origin',
    formTargets: formTargets(about.networkUrl, about.redirectUrl),
    ownImages: about.logoUrl !== null && !about.logoUrl.startsWith('data:'),
    body: `<p class="who">${logo}${about.network.mark}</p>
<h1>Connect your ${network} account to ${project}?</h1>
<p><strong>${project}</strong> asks to publish to your account. Go on only if you came from there yourself.</p>
<dl><div><dt>Network</dt><dd>${network}</dd></div><div><dt>Asked by</dt><dd>${project}</dd></div><div><dt>Afterwards you go</dt><dd>${escapeHtml(next)}</dd></div></dl>
<form method="post" action="${escapeHtml(about.action)}"><input type="hidden" name="form_token" value="${about.formToken}"><button type="submit">Continue to ${network}</button>${CANCEL_BUTTON}</form>
<p class="small">${network} shows you what is asked for, and you can still refuse there. This link works once, within ${LINK_MINUTES} minutes.</p>`,
  };
}

/** The form came from another site, or without cookies. The link is still valid. */
export function notPressedHerePage(action: string, redirectUrl: string | null): HtmlPage {
  return {
    title: 'Nothing was connected',
    body: `<h1>Nothing was connected</h1>
<p>The button was not pressed on the page of this link, or your browser did not keep that page’s cookie. If you want to connect an account, open the page and press its button.</p>
<p><a href="${escapeHtml(action)}">Open the page</a></p>${backLink(redirectUrl)}`,
  };
}

/** The end of a flow without `redirectUrl`: the account, and the pages connected with it. */
export function connectedPage(network: ShownNetwork, username: string, pages: readonly string[]): HtmlPage {
  const name = nameHtml(username);
  const said =
    pages.length === 0
      ? `<p>The account <strong>${name}</strong> can now be published to. You can close this page.</p>`
      : `<p>These accounts can now be published to:</p><ul><li><strong>${name}</strong> your profile</li>${pages.map((page) => `<li><strong>${nameHtml(page)}</strong> page</li>`).join('')}</ul><p>You can close this page.</p>`;
  const mark = network.mark === '' ? '' : `<p class="who">${network.mark}</p>`;
  return { title: 'Account connected', body: `${mark}<h1>${escapeHtml(network.name)} is connected</h1>${said}` };
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

export const failedPage = (reason: ConnectFailureReason, redirectUrl: string | null = null): HtmlPage => ({
  title: 'Not connected',
  body: `<h1>The account was not connected</h1><p>${FAILURES[reason]}</p>${backLink(redirectUrl)}<p class="small">Reason: <code>${reason}</code></p>`,
});
