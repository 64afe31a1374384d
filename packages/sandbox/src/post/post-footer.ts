import { type Html, html, trusted } from '../html.ts';
import { ownPath } from '../own-path.ts';
import { names } from './post-header.ts';
import { linkify } from './post-text.ts';
import { splitComments } from './post-thread.ts';
import type { ArticleView, CommentView, PostView } from './post-view.ts';
import { shownTime } from './shown-time.ts';

/** Labels, notes and comments. */
export function postFooter(post: PostView): Html {
  const { others } = splitComments(post);
  return html`<footer>
    ${post.article !== undefined && article(post.article)}
    ${(post.notes ?? []).map((note) => html`<p class="soft note">${note}</p>`)}
    <div class="row">
      ${post.aiGenerated && html`<span class="ai" title="The author says that this was made with AI">✦ Made with AI</span>`}
      ${post.repostedBy.length > 0 && html`<span class="soft">↻ Reposted by ${names(post.repostedBy)}</span>`}
      <a class="open" href="${ownPath(post.url)}">Open post →</a>
    </div>
    ${others.length > 0 && html`<ul class="comments" aria-label="Comments">${others.map(comment)}</ul>`}
  </footer>`;
}

function comment({ author, text, createdAt, answers }: CommentView): Html {
  return html`<li ${answers !== undefined && trusted('class="answer"')}><b>@${author}</b><span class="soft">${shownTime(createdAt)}</span><div>${linkify(text)}</div></li>`;
}

function article({ excerpt, slug, status, categories, tags }: ArticleView): Html {
  const rows = [
    ['Excerpt', excerpt],
    ['Categories', categories.join(', ')],
    ['Tags', tags.join(', ')],
    ['Slug', slug],
    ['Status', status],
  ].filter(([, value]) => value !== '');
  return html`<dl class="article">${rows.map(([name = '', value = '']) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
