import { type Html, html } from '../html.ts';
import { ownPath } from '../own-path.ts';
import { renderShell } from '../page-shell.ts';
import type { Hub } from './hub.ts';

export type SitePage = {
  readonly title: string;
  /** Spaces to choose from: categories or channels. */
  readonly menu: readonly { readonly name: string; readonly url: string }[];
  readonly madeWith: string;
  readonly head?: Html;
  readonly body: Html;
};

/** Only so many spaces fit into a menu. */
const MENU_ITEMS = 6;

/** A public page of a hub, as a visitor sees it. */
export function renderSitePage(hub: Hub, page: SitePage): string {
  const home = ownPath(`${hub.url()}/`);
  return renderShell({
    title: page.title === '' ? hub.name : `${page.title} – ${hub.name}`,
    styles: ['base', 'hub'],
    head: page.head ?? html``,
    body: html`<body class="site ${hub.role}">
<header class="site-head">
  <div><a class="site-name" href="${home}" rel="home">${hub.name}</a><p>${hub.tagline}</p></div>
  <nav class="sections-menu" aria-label="Sections">${page.menu.slice(0, MENU_ITEMS).map(({ name, url }) => html`<a href="${ownPath(url)}">${name}</a>`)}</nav>
</header>
<main>${page.body}</main>
<footer class="site-foot"><a href="${home}">${hub.name}</a><span>${page.madeWith}</span><a href="/">The sandbox</a></footer>
</body>`,
  });
}

export function renderNotFound(hub: Hub, page: Pick<SitePage, 'menu' | 'madeWith'>): string {
  return renderSitePage(hub, {
    ...page,
    title: 'Page not found',
    body: html`<article class="entry"><h1>This page could not be found.</h1><p>It was moved or deleted, or it was never there.</p></article>`,
  });
}

/** `20 November 2026` */
export function dayOf(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(ms);
}
