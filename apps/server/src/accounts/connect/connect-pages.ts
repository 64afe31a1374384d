import { backLink, escapeHtml, type HtmlPage, nameHtml } from '@fanfare/rules';

/** Pages of the service alone. Pages of the mock as well are in `packages/rules`. */

/** The page for a link that this browser used, and whose account is still connected. */
export function alreadyConnectedPage(network: string, username: string, redirectUrl: string | null): HtmlPage {
  return {
    title: 'Already connected',
    body: `<h1>${escapeHtml(network)} is already connected</h1><p>This link was used: the account <strong>${nameHtml(username)}</strong> is connected. To connect another account, ask for a new link.</p>${backLink(redirectUrl)}<p class="small">Reason: <code>state_invalid</code></p>`,
  };
}

export function brokenPage(requestId: string, redirectUrl: string | null): HtmlPage {
  return {
    title: 'Something went wrong',
    body: `<h1>Something went wrong on our side</h1><p>Nothing was connected. Ask for a new link and try again.</p>${backLink(redirectUrl)}<p class="small">Request: <code>${escapeHtml(requestId)}</code></p>`,
  };
}
