import { type Html, html } from '../html.ts';
import { ownPath } from '../own-path.ts';
import { linkify } from './post-text.ts';
import type { AttachedText, LinkCard, PollView, PostView, QuoteView } from './post-view.ts';
import { shownTime, timeLeft } from './shown-time.ts';

/** Everything that stands between the text and the pictures of a post. */
export function postEmbeds(
  { poll, gif, attachedText, card, quote, media }: PostView,
  page: { nowMs: number; isAlone: boolean },
): Html {
  return html`${poll !== undefined && pollOf(poll, page.nowMs)}
    ${gif !== undefined && html`<div class="gif"><b>GIF</b><span class="soft">${gif.provider} · ${gif.id}</span></div>`}
    ${attachedText !== undefined && attached(attachedText, page.isAlone)}
    ${card !== undefined && media.length === 0 && linkCard(card)}
    ${quote !== undefined && quoted(quote)}`;
}

/** Nobody votes here. */
function pollOf({ question, options, endsAt }: PollView, nowMs: number): Html {
  const left = timeLeft(endsAt, nowMs);
  return html`<div class="poll">
    ${question !== undefined && html`<div class="question">${question}</div>`}
    <ul aria-label="Poll">${options.map((option) => html`<li>${option}${left === null && html`<span class="soft">0 %</span>`}</li>`)}</ul>
    <div class="soft note">0 votes · ${left === null ? 'Final results' : `${left} left`}<span class="between"> · </span>Open until ${shownTime(endsAt)}</div>
  </div>`;
}

function linkCard({ url, title, description, imageUrl }: LinkCard): Html {
  return html`<a class="link-card" href="${url}" target="_blank" rel="noopener noreferrer">
    ${imageUrl !== null && html`<img src="${ownPath(imageUrl)}" alt="" loading="lazy">`}
    <span class="title">${title}</span>
    ${description !== null && html`<span class="soft note">${description}</span>`}
    <span class="soft note">${new URL(url).host}</span>
  </a>`;
}

function quoted({ url, author, text, createdAt }: QuoteView): Html {
  return html`<a class="quoted" href="${ownPath(url)}">
    <span class="name">${author.name}</span> <span class="soft">@${author.username} · ${shownTime(createdAt)}</span>
    <span class="quoted-text">${text}</span>
  </a>`;
}

/** Folded in lists of posts. */
function attached({ pieces, link }: AttachedText, isOpen: boolean): Html {
  return html`<details class="attached" ${isOpen && 'open'}><summary>Attached text</summary>
    <p>${pieces.map(({ text, styles }) => (styles.length === 0 ? text : html`<span class="${styles.join(' ')}">${text}</span>`))}</p>
    ${link !== null && html`<p class="soft note">${linkify(link)}</p>`}
  </details>`;
}
