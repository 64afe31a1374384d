import { backLink, escapeHtml, type HtmlPage, nameHtml } from '@fanfare/rules';

/** Pages of the service alone. Pages of the mock as well are in `packages/rules`. */

/** The page for a link that this browser used, and whose account is still connected. */
export function alreadyConnectedPage(network: string, username: string, redirectUrl: string | null): HtmlPage {
  return {
    title: 'Already connected',
    body: `<h1>${escapeHtml(network)} is already connected</h1><p>This link was used: the account <strong>${nameHtml(username)}</strong> is connected. To connect another account, ask for a new link.</p>${backLink(redirectUrl)}<p class="small">Reason: <code>state_invalid</code></p>`,
  };
}

/** The page for a failure of the service. Of one that passes, the same link may work again. */
export function brokenPage(
  { requestId, passes }: { readonly requestId: string; readonly passes: boolean },
  redirectUrl: string | null,
): HtmlPage {
  const [title, what] = passes
    ? [
        'Too busy',
        'Nothing was connected. Wait a few seconds and reload this page. If it does not help, ask for a new link.',
      ]
    : ['Something went wrong', 'Nothing was connected. Ask for a new link and try again.'];
  const heading = passes ? 'The service is too busy' : 'Something went wrong on our side';
  return {
    title,
    body: `<h1>${heading}</h1><p>${what}</p>${backLink(redirectUrl)}<p class="small">Request: <code>${escapeHtml(requestId)}</code></p>`,
  };
}
