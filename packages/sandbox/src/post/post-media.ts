import { type Html, html } from '../html.ts';
import { ownPath } from '../own-path.ts';
import type { MediaView, PostView } from './post-view.ts';

/**
 * The pictures, videos and documents of a post, covered where its author or the network says so.
 */
export function postMedia({ network, format, cover, media }: PostView): Html {
  const { length } = media;
  if (length === 0) return html`<div class="media"></div>`;
  // X shows up to four pictures side by side; on the others readers swipe.
  const grid = network === 'x' && length > 1;
  const layout = grid ? `grid of-${length}` : length > 1 ? 'slides' : 'single';
  const shape = format === undefined ? '' : ` ${format}`;
  const figures = html`<div class="media ${layout}${shape}" ${layout === 'slides' && 'tabindex=0'}>${media.map(
    (item, index) => figure(item, layout === 'slides' ? `${index + 1}/${length}` : null),
  )}</div>`;
  if (cover === undefined) return figures;
  return html`<label class="covered"><input type="checkbox" aria-label="Show the media">${figures}<span class="veil"><b>${cover}</b><span>Show</span></span></label>`;
}

function figure(item: MediaView, count: string | null): Html {
  const { altText, captions, coverUrl, tags = [], thumbOffsetMs } = item;
  const cover = item.type === 'video' && coverUrl === null ? thumbOffsetMs : null;
  return html`<figure>
    ${shown[item.type](item)}
    ${count !== null && html`<span class="count">${count}</span>`}
    ${altText !== null && html`<details class="alt"><summary title="Read the alternative text">ALT</summary><p>${altText}</p></details>`}
    ${captions !== undefined && html`<span class="captions" title="Subtitles: ${captions.map(({ name }) => name).join(', ')}">CC ${captions.map(({ language }) => language).join(', ')}</span>`}
    ${tags.filter(({ x }) => x !== null).map(({ username, x, y }) => html`<span class="tag" style="left:${percent(x)};top:${percent(y)}">@${username}</span>`)}
    ${tags.some(({ x }) => x === null) && unplaced(tags)}
    ${cover !== null && html`<figcaption class="cover-note">Cover: the frame at ${cover / 1_000} s</figcaption>`}
  </figure>`;
}

const unplaced = (tags: NonNullable<MediaView['tags']>): Html =>
  html`<figcaption class="people-note">Tagged: ${tags
    .filter(({ x }) => x === null)
    .map(({ username }) => `@${username}`)
    .join(', ')}</figcaption>`;

/** Tags near an edge stay inside the picture. */
const percent = (share: number | null): string => `${Math.round(Math.min(0.86, Math.max(0.14, share ?? 0)) * 100)}%`;

export function picture({ url, altText }: MediaView): Html {
  return html`<img src="${ownPath(url)}" alt="${altText ?? ''}" loading="lazy">`;
}

export function video(item: MediaView): Html {
  const poster = item.coverUrl === null ? null : html`poster="${ownPath(item.coverUrl)}"`;
  const start = item.coverUrl === null && item.thumbOffsetMs ? `#t=${item.thumbOffsetMs / 1_000}` : '';
  const label = item.altText === null ? null : html`aria-label="${item.altText}"`;
  return html`<video src="${ownPath(item.url)}${start}" controls playsinline loop preload="metadata" ${poster} ${label}></video>`;
}

function document({ url, title, pages }: MediaView): Html {
  const count = pages === undefined ? 'Document' : `Document · ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return html`<a class="document" href="${ownPath(url)}" target="_blank" rel="noopener noreferrer">
    <span class="paper"><span class="title">${title ?? ''}</span><i></i><i></i><i></i></span>
    <span class="bar"><span class="title">${title ?? ''}</span><span>${count}</span></span>
  </a>`;
}

const shown = { image: picture, video, document } as const;
