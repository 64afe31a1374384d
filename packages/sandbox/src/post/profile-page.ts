import { avatar } from '../avatar.ts';
import { type Html, html, trusted } from '../html.ts';
import { ownPath } from '../own-path.ts';
import { renderShell } from '../page-shell.ts';
import type { NetworkName, ProfileView } from '../simulator.ts';
import { networkLabels } from './network-labels.ts';
import type { PostView } from './post-view.ts';
import { renderPostCard, toPostCard } from './to-post-card.ts';

export type ProfilePage = {
  readonly network: NetworkName;
  readonly person: ProfileView;
  /** The person's posts, newest first. */
  readonly posts: readonly PostView[];
  readonly nowMs: number;
};

/**
 * A person's or page's public profile. Stories and ghost posts leave it when their time is over.
 */
export function renderProfilePage({ network, person, posts, nowMs }: ProfilePage): string {
  const present = posts.filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > nowMs);
  const stories = present.filter(({ format }) => format === 'story').toReversed();
  const others = present.filter(({ format }) => format !== 'story');
  return renderShell({
    title: `${person.name} (@${person.username}) on ${networkLabels[network]}`,
    styles: ['base', 'post', 'media', 'media-kinds', 'embeds', 'profile'],
    body: html`<body class="profile ${network}-page">
<main class="${network === 'instagram' ? 'column wide' : 'column'}">
<p class="back"><a href="/">← All posts of the sandbox</a></p>
<header class="profile-head">
  ${avatar(person.name, person.username)}
  <div><h1>${person.name}</h1><p class="soft">@${person.username} · ${person.kind} · ${counted(others.length)}</p></div>
</header>
${stories.length > 0 && rings(stories)}
${network === 'instagram' ? instagram(others) : cards(others, nowMs)}
${others.length === 0 && html`<p class="soft">Nothing has been published here yet.</p>`}
</main>
</body>`,
  });
}

const counted = (posts: number): string => (posts === 1 ? '1 post' : `${posts} posts`);

const cards = (posts: readonly PostView[], nowMs: number): Html =>
  html`<div class="cards">${posts.map((post) => trusted(renderPostCard(toPostCard(post, { nowMs }))))}</div>`;

/** A ring for each story, oldest first, as they play. */
function rings(stories: readonly PostView[]): Html {
  return html`<nav class="rings" aria-label="Stories">${stories.map(
    ({ url, media, createdAt }) => html`<a href="${ownPath(url)}"><span class="ring">${thumbnail(media[0])}</span>
      <time class="soft" datetime="${createdAt}">${createdAt.slice(11, 16)}</time></a>`,
  )}</nav>`;
}

function instagram(posts: readonly PostView[]): Html {
  const sections = [
    ['Posts', posts.filter(({ format, isReelsOnly }) => format !== 'trial_reel' && !isReelsOnly)],
    ['Reels', posts.filter(({ format }) => format === 'reel')],
    ['Trial reels, not shown to followers', posts.filter(({ format }) => format === 'trial_reel')],
  ] as const;
  return html`${sections.map(
    ([title, some]) =>
      some.length > 0 &&
      html`<section><h2>${title}</h2><div class="tiles ${title === 'Posts' ? '' : 'tall'}">${some.map(tile)}</div></section>`,
  )}`;
}

function tile(post: PostView): Html {
  const { url, text, media, format, coauthors = [] } = post;
  const marks = [
    media.length > 1 && `${media.length} items`,
    format !== undefined && 'Reel',
    coauthors.length > 0 && 'With others',
  ];
  return html`<a class="tile" href="${ownPath(url)}" title="${text}">${thumbnail(media[0])}
    <span class="marks">${marks.filter((mark) => mark !== false).map((mark) => html`<span>${mark}</span>`)}</span></a>`;
}

function thumbnail(item: PostView['media'][number] | undefined): Html | null {
  if (item === undefined) return null;
  if (item.type === 'video' && item.coverUrl === null)
    return html`<video src="${ownPath(item.url)}#t=${(item.thumbOffsetMs ?? 500) / 1_000}" muted playsinline preload="metadata"></video>`;
  return html`<img src="${ownPath(item.coverUrl ?? item.url)}" alt="${item.altText ?? ''}" loading="lazy">`;
}
