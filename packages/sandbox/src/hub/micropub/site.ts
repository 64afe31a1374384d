import express, { type Response, type Router } from 'express';
import { type Html, html, trusted } from '../../html.ts';
import { ownPath } from '../../own-path.ts';
import { readContent } from '../content.ts';
import { dayOf, renderNotFound, renderSitePage } from '../site-page.ts';
import { endpointsOf } from './endpoints.ts';
import { copiesOf, publishedNotes } from './note-store.ts';
import type { Note, World } from './world.ts';

const POSTS_PER_PAGE = 20;
const MADE_WITH = 'Published with Micropub (simulated)';

/** The pages of visitors: home, channels, people, posts, files, and the login page. */
export function createSite(world: World): Router {
  const router = express.Router();
  router.get('/files/*', (req, res, next) => {
    if (!world.hub.uploads.serve(req, res, decodeURIComponent(req.path.slice('/files/'.length)))) next();
  });
  router.get('/', (_req, res) => showPage(res, listPage(world, '', publishedNotes(world))));
  router.get('/session/login', (_req, res) => showPage(res, loginPage(world)));
  router.get('/channels/:uid', (req, res, next) => {
    const channel = world.channels.get(req.params.uid);
    if (!channel) return next();
    const notes = publishedNotes(world).filter(({ channels }) => channels.includes(channel.uid));
    showPage(res, listPage(world, channel.name, notes));
  });
  router.get('/people/:username', (req, res, next) => {
    const user = world.hub.users.find(({ username }) => username === req.params.username);
    if (!user) return next();
    const notes = publishedNotes(world).filter(({ authorId }) => authorId === user.id);
    showPage(res, listPage(world, user.name, notes));
  });
  router.get('*', (req, res) => {
    const url = `${world.hub.url()}${req.path.replace(/\/?$/, '/')}`;
    const note = publishedNotes(world).find((each) => each.url === url);
    if (note) return showPage(res, notePage(world, note));
    const isGone = world.notes.get(url)?.deleted === true;
    res.status(isGone ? 410 : 404);
    showPage(res, renderNotFound(world.hub, { menu: menuOf(world), madeWith: MADE_WITH }));
  });
  return router;
}

function showPage(res: Response, page: string): void {
  res.set('content-type', 'text/html; charset=utf-8').end(page);
}

function notePage(world: World, note: Note): string {
  const title = note.name || note.content.slice(0, 60) || 'Post';
  return render(world, title, entry(world, note, 'h1'));
}

function listPage(world: World, title: string, notes: readonly Note[]): string {
  return render(
    world,
    title,
    html`${title !== '' && html`<h1 class="list-title">${title}</h1>`}
      <div class="h-feed">${notes.slice(0, POSTS_PER_PAGE).map((note) => entry(world, note, 'h2'))}</div>
      ${notes.length === 0 && html`<p class="soft">Nothing has been published here yet.</p>`}`,
  );
}

function loginPage(world: World): string {
  return render(
    world,
    'Sign in',
    html`<article class="entry"><h1>Sign in</h1><p>Sign in with your web address to manage this site.</p></article>`,
  );
}

function render(world: World, title: string, body: Html): string {
  const links = Object.entries(endpointsOf(world)).map(([rel, url]) => html`<link rel="${rel}" href="${url}">\n`);
  return renderSitePage(world.hub, { title, menu: menuOf(world), madeWith: MADE_WITH, head: html`${links}`, body });
}

function entry(world: World, note: Note, level: 'h1' | 'h2'): Html {
  const link = ownPath(note.url);
  const author = world.hub.users.find(({ id }) => id === note.authorId);
  const channels = note.channels.flatMap((uid) => world.channels.get(uid) ?? []);
  const copies = copiesOf(note);
  const title =
    level === 'h1'
      ? html`<h1 class="p-name">${note.name}</h1>`
      : html`<h2 class="title p-name"><a href="${link}">${note.name}</a></h2>`;
  return html`<article class="entry h-entry">
    ${note.name !== '' && title}
    <p class="meta"><a class="u-url" href="${link}"><time class="dt-published" datetime="${new Date(note.published).toISOString()}">${dayOf(note.published)}</time></a>
      ${author !== undefined && html`<span>by <a class="p-author h-card" href="${ownPath(world.hub.identityOf(author))}">${author.name}</a></span>`}
      <span class="sections">in ${channels.map(({ uid, name }) => html`<a class="p-category" href="${ownPath(channelUrl(world, uid))}">${name}</a>`)}</span></p>
    <div class="content e-content">${trusted(contentOf(note))}</div>
    ${note.photos.length > 0 && photos(note)}
    ${note.categories.length > 0 && html`<p class="meta tags">Tags: ${note.categories.map((name) => html`<span class="p-category">${name}</span> `)}</p>`}
    ${copies.length > 0 && html`<p class="meta copies">Also on ${copies.join(', ')}</p>`}
  </article>`;
}

function photos(note: Note): Html {
  return html`<div class="photos of-${note.photos.length}">${note.photos.map(
    ({ url, alt }) =>
      html`<figure><img class="u-photo" src="${ownPath(url)}" alt="${alt ?? ''}" loading="lazy"></figure>`,
  )}</div>`;
}

/** Plain text stays plain: a blank line makes a paragraph. HTML is cleaned. */
function contentOf({ content, contentHtml }: Note): string {
  if (contentHtml !== null) return readContent(contentHtml).html;
  return content
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${readContent(escapeMarkup(part.trim())).html.replaceAll('\n', '<br />\n')}</p>`)
    .join('');
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function menuOf(world: World) {
  return [...world.channels.values()].map(({ uid, name }) => ({ name, url: channelUrl(world, uid) }));
}

function channelUrl(world: World, uid: string): string {
  return `${world.hub.url()}/channels/${encodeURIComponent(uid)}/`;
}
