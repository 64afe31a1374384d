import type { Account, OAuthPlatform, Post, Target } from '@fanfare/sdk';
import type { Draft } from './draft.ts';
import { type Html, html } from './html.ts';
import { isNetwork, NETWORKS } from './networks.ts';
import type { Notice } from './sessions.ts';

type Home = {
  readonly accounts: readonly Account[];
  /** The last published post. */
  readonly post: Post | null;
  readonly notice: Notice | null;
  readonly draft: Draft;
};

/** The networks, the accounts of this user, a form to publish, and the result of the last post. */
export function homePage({ accounts, post, notice, draft }: Home): string {
  const isUsable = accounts.some(({ status }) => status === 'active');
  return page(
    'Your accounts',
    html`<h1>Your accounts</h1>
${notice && html`<p class="notice ${notice.kind}" role="${notice.kind === 'good' ? 'status' : 'alert'}">${notice.text}</p>`}
${Object.keys(NETWORKS)
  .filter(isNetwork)
  .map((platform) =>
    networkCard(
      platform,
      accounts.filter((account) => account.platform === platform),
    ),
  )}
${isUsable && publishForm(draft)}
${post && postCard(post, accounts)}`,
  );
}

function networkCard(platform: OAuthPlatform, accounts: readonly Account[]): Html {
  const name = NETWORKS[platform];
  return html`<section class="card" aria-label="${name}">
  <header><h2>${name}</h2>
    <form method="post" action="/connect/${platform}"><button class="quiet">${accounts.length === 0 ? 'Connect' : 'Connect another'}<span class="hidden"> ${name} account</span></button></form>
  </header>
  ${accounts.map(
    ({ id, username, status }) => html`<div class="account">
    <span>${username}${status === 'expired' && html` <em>has to be connected again</em>`}</span>
    ${status === 'expired' && html`<form method="post" action="/connect/${platform}"><button>Reconnect<span class="hidden"> ${username}</span></button></form>`}
    <form method="post" action="/accounts/${id}/disconnect"><button class="quiet">Disconnect<span class="hidden"> ${username} from ${name}</span></button></form>
  </div>`,
  )}
</section>`;
}

function publishForm({ formId, content, imageUrl, altText }: Draft): Html {
  return html`<section class="card" aria-label="Publish a test post">
  <h2>Publish a test post</h2>
  <form method="post" action="/publish" class="fields">
    <input type="hidden" name="formId" value="${formId}">
    <label>Text <textarea name="content" rows="3" required>${content}</textarea></label>
    <label>Address of an image <input name="imageUrl" type="url" value="${imageUrl}"></label>
    <label>What the image shows <input name="altText" value="${altText}"></label>
    <button>Publish to all accounts</button>
  </form>
</section>`;
}

function postCard({ targets }: Post, accounts: readonly Account[]): Html {
  const nameOf = ({ accountId, platform }: Target): string => {
    const username = accounts.find(({ id }) => id === accountId)?.username ?? 'a disconnected account';
    return `${isNetwork(platform) ? NETWORKS[platform] : platform}, ${username}`;
  };
  return html`<section class="card" id="published" aria-label="Your last post">
  <h2>Your last post</h2>
  ${targets.map(
    (target) => html`<div class="account"><span>${nameOf(target)}</span>
    ${target.status === 'published' && (target.url === null ? html`<b>Published</b>` : html`<a href="${target.url}">Published</a>`)}
    ${target.status === 'pending' && html`<b>Is being published</b>`}
    ${target.status === 'failed' && html`<span><b>Failed</b> ${target.errorDetail.message} ${target.errorDetail.remedy ?? ''}</span>`}
  </div>`,
  )}
</section>`;
}

/** For unknown or expired addresses. */
export const refusedPage = (): string =>
  sentence('Not here', 'This address leads nowhere: it was used before, is too old, or was begun in another browser.');

export const brokenPage = (text: string): string => sentence('Not now', text);

function sentence(title: string, text: string): string {
  return page(title, html`<h1>${title}</h1><p>${text}</p><p><a href="/">Back to your accounts</a></p>`);
}

function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body><main>${body}</main></body>
</html>`.html;
}
