import type { Request, Response } from 'express';
import { html } from '../html.ts';
import { ownPath } from '../own-path.ts';
import { renderShell } from '../page-shell.ts';
import type { ArticleView } from '../post/post-view.ts';
import type { Hub } from './hub.ts';
import { dayOf } from './site-page.ts';
import { hubLabel } from './users.ts';

/** A post as editors see it in the list of all posts. */
export type EditedPost = ArticleView & {
  readonly url: string;
  readonly author: string;
  readonly publishedAt: number;
  /** The featured picture, or the first one. */
  readonly imageUrl: string | null;
};

/** The list of all posts with what readers do not see: status, slug, excerpt. */
export const showEditorPage =
  (hub: Hub, edited: () => readonly EditedPost[]) =>
  (_req: Request, res: Response): void => {
    res.set('content-type', 'text/html; charset=utf-8').end(renderEditorPage(hub, edited()));
  };

function renderEditorPage(hub: Hub, posts: readonly EditedPost[]): string {
  return renderShell({
    title: `All posts – ${hub.name}`,
    styles: ['base', 'hub-editor'],
    body: html`<body class="editor">
<main>
<p class="back"><a href="${ownPath(`${hub.url()}/`)}">← ${hub.name}</a> <a href="/">The sandbox</a></p>
<h1>All posts</h1>
<p class="soft">What an editor of ${hub.name} (${hubLabel(hub)}) sees. Nobody signs in here.</p>
${posts.length === 0 && html`<p class="soft">There is no post yet.</p>`}
${posts.map(editedPost)}
</main>
</body>`,
  });
}

function editedPost({ title, url, author, publishedAt, imageUrl, ...values }: EditedPost) {
  const rows = [
    ['Slug', values.slug],
    ['Categories', values.categories.join(', ')],
    ['Tags', values.tags.join(', ')],
    ['Excerpt', values.excerpt],
  ].filter(([, value]) => value !== '');
  return html`<article>
  ${imageUrl !== null && html`<img src="${ownPath(imageUrl)}" alt="" loading="lazy">`}
  <div>
    <h2><a href="${ownPath(url)}">${title === '' ? '(no title)' : title}</a> <span class="status ${values.status}">${values.status}</span></h2>
    <p class="soft">${author} · ${dayOf(publishedAt)}</p>
    <dl>${rows.map(([name = '', value = '']) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
  </div>
</article>`;
}
