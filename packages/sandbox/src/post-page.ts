import { html, trusted } from './html.ts';
import { renderShell } from './page-shell.ts';
import { networkLabels, renderPostCard, toPostCard } from './post-card.ts';
import type { PostView } from './simulator.ts';

/** The public page of one post, as a reader without an account sees it. */
export function renderPostPage(post: PostView): string {
  return renderShell({
    title: `${post.author.name} on ${networkLabels[post.network]}: ${post.text.slice(0, 80)}`,
    styles: ['base', 'post'],
    body: html`<body class="alone">
<main style="max-width:620px;margin:0 auto;padding:24px 16px 48px">
<p style="margin-bottom:14px;font-size:14px"><a href="/">← All posts of the sandbox</a></p>
${trusted(renderPostCard(toPostCard(post)))}
</main>
</body>`,
  });
}
