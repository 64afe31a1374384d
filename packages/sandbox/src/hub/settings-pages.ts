import express, { type Request, type Response, type Router } from 'express';
import { avatar } from '../avatar.ts';
import { type Html, html } from '../html.ts';
import { ownPath } from '../own-path.ts';
import { renderShell } from '../page-shell.ts';
import { CODE_LIFE_MS, createCode } from './connect-codes.ts';
import type { Hub, HubUser } from './hub.ts';
import { createKey } from './keys.ts';
import { DEFAULT_USERNAME, findUser, hubLabel } from './users.ts';

const MINUTE_MS = 60_000;

type Page = {
  readonly path: '/settings/connect' | '/settings/api-key';
  readonly title: string;
  readonly intro: string;
  readonly button: string;
  /** Makes the result of one press of the button. */
  readonly make: (hub: Hub, user: HubUser) => Html;
};

const connectPage: Page = {
  path: '/settings/connect',
  title: 'Connect an app',
  intro: 'Give the app the address of this hub and a connect code. The app gets a key that you can remove again.',
  button: 'Make a connect code',
  make(hub, user) {
    const { code, expiresAt } = createCode(hub, user);
    const until = new Date(expiresAt).toISOString().slice(11, 16);
    return secret(code, {
      label: 'Connect code',
      note: `Good once, for ${CODE_LIFE_MS / MINUTE_MS} minutes: until ${until} UTC of the sandbox clock. An older code of yours has ended.`,
    });
  },
};

const apiKeyPage: Page = {
  path: '/settings/api-key',
  title: 'API keys',
  intro: 'Give the app the address of this hub, your user name and an API key. A key has no end.',
  button: 'Make an API key',
  make(hub, user) {
    const { apiKey, key } = createKey(hub, user, 'Made by hand');
    const shown = hub.role === 'wordpress' ? (apiKey.match(/.{4}/g)?.join(' ') ?? apiKey) : apiKey;
    return secret(shown, { label: 'API key', note: `“${key.name}”. The hub keeps no copy: take it now.` });
  },
};

/** Adds the pages that make connect codes and keys. The page asks for the name. */
export function addSettingsPages(hub: Hub, router: Router): void {
  for (const page of [connectPage, apiKeyPage]) {
    router.get(page.path, (req, res) =>
      showPage(hub, page, { req, res, username: req.query.username, isPressed: false }),
    );
    router.post(page.path, express.urlencoded({ extended: false }), (req, res) =>
      showPage(hub, page, { req, res, username: req.body.username, isPressed: true }),
    );
  }
}

function showPage(
  hub: Hub,
  page: Page,
  call: { readonly req: Request; readonly res: Response; readonly username: unknown; readonly isPressed: boolean },
): void {
  const wanted = typeof call.username === 'string' ? call.username : DEFAULT_USERNAME;
  const user = findUser(hub, wanted) ?? hub.users[0];
  const made = call.isPressed && user ? page.make(hub, user) : null;
  call.res.set({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(
    renderShell({
      title: `${page.title} · ${hub.name} (sandbox)`,
      styles: ['base', 'consent', 'hub-settings'],
      body: html`<body class="hub-settings">
<main style="--brand:var(--hub)">
<div class="band"></div>
<form method="post" action="${ownPath(`${hub.url()}${page.path}`)}">
<div>
  <div class="network"><i></i>${hub.name}<small>${hubLabel(hub)}, sandbox</small></div>
  <nav class="tabs" aria-label="Settings">${[connectPage, apiKeyPage].map((each) => tab(hub, each, page, user))}</nav>
  <h1>${page.title}</h1>
  <p class="soft">${page.intro}</p>
</div>
${copyable('Address of this hub', hub.url())}
<fieldset>
  <legend>You are</legend>
  ${hub.users.map((each) => person(each, each === user))}
</fieldset>
${made}
<div class="actions one"><button class="allow">${made ? 'Make another one' : page.button}</button></div>
</form>
</main>
<script src="/__sandbox/assets/copy.js" type="module"></script>
</body>`,
    }),
  );
}

function tab(hub: Hub, each: Page, current: Page, user: HubUser | undefined): Html {
  const query = new URLSearchParams({ username: user?.username ?? DEFAULT_USERNAME });
  const href = `${ownPath(`${hub.url()}${each.path}`)}?${query}`;
  return each === current
    ? html`<a href="${href}" aria-current="page">${each.title}</a>`
    : html`<a href="${href}">${each.title}</a>`;
}

function person(user: HubUser, isChosen: boolean): Html {
  return html`<label class="person">
    ${avatar(user.name, user.username)}
    <span class="who"><b>${user.name}</b><small>@${user.username} · ${user.right}</small></span>
    <input type="radio" name="username" value="${user.username}" ${isChosen && 'checked'}>
  </label>`;
}

function secret(value: string, { label, note }: { readonly label: string; readonly note: string }): Html {
  return html`<div class="secret" role="status">${copyable(label, value)}<p class="soft">${note}</p></div>`;
}

function copyable(label: string, value: string): Html {
  return html`<div class="copyable"><span>${label}</span><div><code>${value}</code><button type="button" data-copy="${value}">Copy</button></div></div>`;
}
