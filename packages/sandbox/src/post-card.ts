import { createHash } from 'node:crypto';
import { avatar } from './avatar.ts';
import { type Html, html, toText } from './html.ts';
import { ownPath } from './own-path.ts';
import type { LinkCard, NetworkName, PollView, PostView } from './simulator.ts';

export const networkLabels: Readonly<Record<NetworkName, string>> = {
  instagram: 'Instagram',
  threads: 'Threads',
  x: 'X',
  linkedin: 'LinkedIn',
  hub: 'Hub',
};

/** A card in parts, so that a new comment does not restart a playing video. */
export type CardPart = { readonly name: string; readonly version: string; readonly html: string };

export type PostCard = { readonly key: string; readonly network: NetworkName; readonly parts: readonly CardPart[] };

type Media = PostView['media'][number];

export function toPostCard(post: PostView): PostCard {
  return {
    key: `${post.network}:${post.id}`,
    network: post.network,
    parts: [
      part('head', head(post)),
      part('text', html`<div class="text">${textOf(post)}</div>`),
      ...(post.poll ? [part('poll', pollOf(post.poll))] : []),
      part('media', media(post)),
      part('foot', foot(post)),
    ],
  };
}

/** The card as markup, for the first load and for the public page of a post. */
export function renderPostCard(card: PostCard): string {
  const parts = card.parts.map(
    ({ name, version, html: text }) => `<div data-part="${name}" data-version="${version}">${text}</div>`,
  );
  const key = toText(html`${card.key}`);
  return `<article class="post" data-key="${key}" data-network="${card.network}">${parts.join('')}</article>`;
}

function part(name: string, content: Html): CardPart {
  const text = toText(content);
  return { name, html: text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

function head(post: PostView): Html {
  return html`<header>
    ${avatar(post.author.name, post.author.username)}
    <div class="who">
      <div class="name">${post.author.name}</div>
      ${post.place !== undefined && html`<div class="soft">${post.place}</div>`}
      <div class="soft">@${post.author.username}<span class="between"> · </span><time datetime="${post.createdAt}" title="UTC">${shownTime(post.createdAt)}</time></div>
    </div>
    <span class="badge ${post.network}"><i class="dot"></i>${networkLabels[post.network]}</span>
  </header>`;
}

/** Times are those of a reader in UTC. */
const shownTime = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at));

function pollOf({ question, options, endsAt }: PollView): Html {
  return html`<div class="poll">
    ${question !== undefined && html`<div class="question">${question}</div>`}
    <ul aria-label="Poll">${options.map((option) => html`<li>${option}</li>`)}</ul>
    <div class="soft note">Open until <time datetime="${endsAt}" title="UTC">${shownTime(endsAt)}</time></div>
  </div>`;
}

/** Only the network's hashtags and mentions are highlighted, not plain text. */
function textOf({ text, pieces }: PostView): Html {
  if (!pieces) return linkify(text);
  return html`${pieces.map((piece) =>
    piece.kind === 'text' ? linkify(piece.text) : html`<b class="${piece.kind}">${piece.text}</b>`,
  )}`;
}

/** Makes web addresses clickable; nothing is requested before a click. */
function linkify(text: string): Html {
  const pieces = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/g);
  return html`${pieces.map((piece, index) =>
    index % 2 === 1
      ? html`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece.replace(/^https?:\/\//, '')}</a>`
      : piece,
  )}`;
}

function media(post: PostView): Html {
  const { length } = post.media;
  if (length === 0) return post.card ? linkCard(post.card) : html`<div class="media"></div>`;
  // X shows up to four pictures side by side; on the others readers swipe.
  const grid = post.network === 'x' && length > 1;
  const layout = grid ? `grid of-${length}` : length > 1 ? 'slides' : 'single';
  return html`<div class="media ${layout}" ${layout === 'slides' && 'tabindex=0'}>${post.media.map((item, index) =>
    figure(item, layout === 'slides' ? `${index + 1}/${length}` : null),
  )}</div>`;
}

function linkCard({ url, title, description, imageUrl }: LinkCard): Html {
  return html`<a class="link-card" href="${url}" target="_blank" rel="noopener noreferrer">
    ${imageUrl !== null && html`<img src="${ownPath(imageUrl)}" alt="" loading="lazy">`}
    <span class="title">${title}</span>
    ${description !== null && html`<span class="soft note">${description}</span>`}
    <span class="soft note">${new URL(url).host}</span>
  </a>`;
}

function figure(item: Media, count: string | null): Html {
  return html`<figure>
    ${shown[item.type](item)}
    ${count !== null && html`<span class="count">${count}</span>`}
    ${item.altText !== null && html`<details class="alt"><summary title="Read the alternative text">ALT</summary><p>${item.altText}</p></details>`}
    ${item.captions !== undefined && html`<figcaption class="cover-note">Subtitles: ${item.captions.map(({ name }) => name).join(', ')}</figcaption>`}
    ${
      item.type === 'video' &&
      item.coverUrl === null &&
      item.thumbOffsetMs !== null &&
      html`<figcaption class="cover-note">Cover: the frame at ${item.thumbOffsetMs / 1_000} s</figcaption>`
    }
  </figure>`;
}

function picture(item: Media): Html {
  return html`<img src="${ownPath(item.url)}" alt="${item.altText ?? ''}" loading="lazy">`;
}

function video(item: Media): Html {
  const poster = item.coverUrl === null ? null : html`poster="${ownPath(item.coverUrl)}"`;
  const start = item.coverUrl === null && item.thumbOffsetMs ? `#t=${item.thumbOffsetMs / 1_000}` : '';
  const label = item.altText === null ? null : html`aria-label="${item.altText}"`;
  return html`<video src="${ownPath(item.url)}${start}" controls playsinline loop preload="metadata" ${poster} ${label}></video>`;
}

function document(item: Media): Html {
  return html`<a class="link-card" href="${ownPath(item.url)}" target="_blank" rel="noopener noreferrer">
    <span class="title">${item.title ?? ''}</span>
    <span class="soft note">Document</span>
  </a>`;
}

const shown = { image: picture, video, document } as const;

function foot(post: PostView): Html {
  return html`<footer>
    ${(post.notes ?? []).map((note) => html`<p class="soft note">${note}</p>`)}
    <div class="row">
      ${post.aiGenerated && html`<span class="ai" title="The author says that this was made with AI">✦ Made with AI</span>`}
      ${post.repostedBy.length > 0 && html`<span class="soft">↻ Reposted by ${post.repostedBy.map((name) => `@${name}`).join(', ')}</span>`}
      <a class="open" href="${ownPath(post.url)}">Open post →</a>
    </div>
    ${
      post.comments.length > 0 &&
      html`<ul class="comments" aria-label="Comments">${post.comments.map(({ author, text }) => html`<li><b>@${author}</b>${linkify(text)}</li>`)}</ul>`
    }
  </footer>`;
}
