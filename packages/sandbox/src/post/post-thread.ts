import { type Html, html } from '../html.ts';
import { postMedia } from './post-media.ts';
import { linkify } from './post-text.ts';
import type { CommentView, PostView } from './post-view.ts';
import { shownTime } from './shown-time.ts';

const SHOWN_IN_LISTS = 2;

/** Networks on which an author goes on in replies to the own post. */
const CHAINING: readonly string[] = ['x', 'threads'];

/** Splits what is below a post: what its author wrote, each below the one before, and the rest. */
export function splitComments({ network, author, comments }: PostView): {
  readonly chain: readonly CommentView[];
  readonly others: readonly CommentView[];
} {
  if (!CHAINING.includes(network)) return { chain: [], others: comments };
  const chain: CommentView[] = [];
  let last: string | undefined;
  for (;;) {
    const next = comments.find((comment) => comment.answers === last && comment.author === author.username);
    if (!next) return { chain, others: comments.filter((comment) => !chain.includes(comment)) };
    chain.push(next);
    last = next.id;
  }
}

/** The chain of a post. Lists show its beginning. */
export function postThread(post: PostView, isFolded: boolean): Html {
  const { chain } = splitComments(post);
  if (chain.length === 0) return html``;
  const shown = isFolded ? chain.slice(0, SHOWN_IN_LISTS) : chain;
  const more = chain.length - shown.length;
  return html`<ol class="thread" aria-label="Thread">${shown.map(
    (each, index) => html`<li>
      <div class="soft">${index + 2}/${chain.length + 1}<span> · </span>${shownTime(each.createdAt)}</div>
      <div class="thread-text">${linkify(each.text)}</div>
      ${each.media !== undefined && postMedia({ ...post, media: each.media })}
    </li>`,
  )}${more > 0 && html`<li class="soft">${more} more in this thread</li>`}</ol>`;
}
