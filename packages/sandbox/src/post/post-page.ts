import { html, trusted } from '../html.ts';
import { renderShell } from '../page-shell.ts';
import { networkLabels } from './network-labels.ts';
import type { PostView } from './post-view.ts';
import { renderPostCard, toPostCard } from './to-post-card.ts';

/** The public page of one post, as a reader without an account sees it. */
export function renderPostPage(
  post: PostView,
  page: { readonly nowMs: number; readonly profilePath?: string },
): string {
  const { author, network } = post;
  return renderShell({
    title: `${author.name} on ${networkLabels[network]}: ${post.text.slice(0, 80)}`,
    styles: ['base', 'post', 'media', 'media-kinds', 'embeds'],
    body: html`<body class="alone">
<main class="column">
<p class="back"><a href="/">← All posts of the sandbox</a>${
      page.profilePath !== undefined && html`<a href="${page.profilePath}">All posts of ${author.name}</a>`
    }</p>
${trusted(renderPostCard(toPostCard(post, { nowMs: page.nowMs, isAlone: true })))}
</main>
</body>`,
  });
}
