import express, { type Response, type Router } from 'express';
import { type Html, html, trusted } from '../../html.ts';
import { ownPath } from '../../own-path.ts';
import { dayOf, renderNotFound, renderSitePage } from '../site-page.ts';
import { authorLink, categoryLink, fileUrl, linkOf, tagLink } from './permalinks.ts';
import { approvedComments, categoriesOf, livePost, publishedPosts, tagsOf } from './post-store.ts';
import { renderContent } from './to-post.ts';
import type { Post, World } from './world.ts';

const POSTS_PER_PAGE = 10;
const UPLOADS = '/wp-content/uploads/';
const MADE_WITH = 'Proudly powered by WordPress (simulated)';

/** The pages that visitors see: home, sections, authors, posts, files. */
export function createSite(world: World): Router {
  const router = express.Router();
  router.use((_req, res, next) => {
    res.set('link', `<${world.hub.url()}/wp-json/>; rel="https://api.w.org/"`);
    next();
  });
  router.get(`${UPLOADS}*`, (req, res, next) => {
    if (!world.hub.uploads.serve(req, res, decodeURIComponent(req.path.slice(UPLOADS.length)))) next();
  });
  router.get(['/', '/index.php'], (req, res, next) => {
    const id = Number(req.query.p);
    if (req.query.p === undefined) return showPage(res, listPage(world, '', publishedPosts(world)));
    const post = livePost(world, id);
    if (post?.status !== 'publish') return next();
    res.redirect(301, linkOf(world, post));
  });
  router.get('/category/:slug', (req, res, next) => {
    const category = [...world.categories.values()].find(({ slug }) => slug === req.params.slug);
    if (!category) return next();
    const posts = publishedPosts(world).filter(({ categories }) => categories.includes(category.id));
    showPage(res, listPage(world, category.name, posts));
  });
  router.get('/tag/:slug', (req, res, next) => {
    const tag = [...world.tags.values()].find(({ slug }) => slug === req.params.slug);
    if (!tag) return next();
    const posts = publishedPosts(world).filter(({ tags }) => tags.includes(tag.id));
    showPage(res, listPage(world, tag.name, posts));
  });
  router.get('/author/:username', (req, res, next) => {
    const user = world.hub.users.find(({ username }) => username === req.params.username);
    const posts = publishedPosts(world).filter(({ authorId }) => authorId === user?.id);
    if (!user || posts.length === 0) return next();
    showPage(res, listPage(world, user.name, posts));
  });
  router.get('/:year(\\d{4})/:month(\\d\\d)/:day(\\d\\d)/:slug', (req, res, next) => {
    const post = publishedPosts(world).find(({ slug }) => slug === req.params.slug);
    if (!post) return next();
    showPage(res, postPage(world, post));
  });
  router.get('*', (_req, res) => {
    res.status(404);
    showPage(res, renderNotFound(world.hub, { menu: menuOf(world), madeWith: MADE_WITH }));
  });
  return router;
}

function showPage(res: Response, page: string): void {
  res.set('content-type', 'text/html; charset=UTF-8').end(page);
}

function postPage(world: World, post: Post): string {
  return renderSitePage(world.hub, {
    title: post.title,
    menu: menuOf(world),
    madeWith: MADE_WITH,
    body: html`${entry(world, post, 'h1')}${comments(world, post)}`,
  });
}

function listPage(world: World, title: string, posts: readonly Post[]): string {
  return renderSitePage(world.hub, {
    title,
    menu: menuOf(world),
    madeWith: MADE_WITH,
    body: html`${title !== '' && html`<h1 class="list-title">${title}</h1>`}
      ${posts.slice(0, POSTS_PER_PAGE).map((post) => entry(world, post, 'h2'))}
      ${posts.length === 0 && html`<p class="soft">Nothing has been published here yet.</p>`}`,
  });
}

function entry(world: World, post: Post, level: 'h1' | 'h2'): Html {
  const author = world.hub.users.find(({ id }) => id === post.authorId);
  const link = ownPath(linkOf(world, post));
  const title = level === 'h1' ? html`${post.title}` : html`<a href="${link}">${post.title}</a>`;
  const sections = categoriesOf(world, post).map(
    (each) => html`<a href="${ownPath(categoryLink(world, each))}">${each.name}</a>`,
  );
  const tags = tagsOf(world, post).map((each) => html`<a href="${ownPath(tagLink(world, each))}">${each.name}</a> `);
  return html`<article class="entry format-${post.format}">
    ${post.title !== '' && (level === 'h1' ? html`<h1>${title}</h1>` : html`<h2 class="title">${title}</h2>`)}
    <p class="meta"><a href="${link}"><time datetime="${new Date(post.date).toISOString()}">${dayOf(post.date)}</time></a>
      ${author !== undefined && html`<span>by <a href="${ownPath(authorLink(world, author))}">${author.name}</a></span>`}
      ${sections.length > 0 && html`<span class="sections">in ${sections}</span>`}</p>
    ${featured(world, post)}
    <div class="content">${trusted(ownAddresses(world, renderContent(level === 'h2' && post.excerpt !== '' ? post.excerpt : post.content)))}</div>
    ${tags.length > 0 && html`<p class="meta tags">Tags: ${tags}</p>`}
  </article>`;
}

/** The featured picture stands between the title and the text. */
function featured(world: World, { featuredMedia }: Post): Html | null {
  const media = world.media.get(featuredMedia);
  if (!media) return null;
  const src = ownPath(fileUrl(world, media));
  return html`<figure class="featured"><img src="${src}" alt="${media.altText}" loading="lazy"></figure>`;
}

/** Pictures under the name that the page was opened with. The content is clean. */
function ownAddresses(world: World, content: string): string {
  return content.replaceAll(`src="${world.hub.url()}/`, `src="${ownPath(`${world.hub.url()}/`)}`);
}

function comments(world: World, post: Post): Html | null {
  const shown = approvedComments(world, post);
  if (shown.length === 0) return null;
  return html`<section class="replies"><h2>${shown.length === 1 ? 'One response' : `${shown.length} responses`}</h2>
    <ol>${shown.map(
      ({ id, authorName, content, date }) =>
        html`<li id="comment-${id}"><p class="meta"><b>${authorName}</b> <time>${dayOf(date)}</time></p>${trusted(renderContent(content))}</li>`,
    )}</ol></section>`;
}

function menuOf(world: World) {
  return [...world.categories.values()]
    .slice(1)
    .map((category) => ({ name: category.name, url: categoryLink(world, category) }));
}
