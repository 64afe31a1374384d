import { avatar } from '../avatar.ts';
import { type Html, html } from '../html.ts';
import { networkLabels } from './network-labels.ts';
import type { PostView } from './post-view.ts';
import { shownTime, timeLeft } from './shown-time.ts';

/** The author, others whose post it is, place and time, and the labels before the text. */
export function postHeader(post: PostView, nowMs: number): Html {
  const { author, coauthors = [], topic, place, location } = post;
  return html`<header>
    ${avatar(author.name, author.username)}
    <div class="who">
      <div class="name">${author.name}${coauthors.length > 0 && html` <span class="with">and ${names(coauthors)}</span>`}${
        topic !== undefined && html` <span class="topic">› ${topic}</span>`
      }</div>
      ${place !== undefined && html`<div class="soft">${place}</div>`}
      ${location !== undefined && html`<div class="soft">Place ${location}</div>`}
      <div class="soft">@${author.username}<span class="between"> · </span>${shownTime(post.createdAt)}</div>
    </div>
    <span class="badge ${post.network}"><i class="dot"></i>${networkLabels[post.network]}</span>
  </header>
  ${chips(post, nowMs)}`;
}

export const names = (usernames: readonly string[]): string => usernames.map((name) => `@${name}`).join(', ');

function chips(post: PostView, nowMs: number): Html | null {
  const { sponsors, audience, audio, tagged = [] } = post;
  const labels = [
    formatLabel(post, nowMs),
    sponsors && `Paid partnership${sponsors.length > 0 ? ` with ${sponsors.join(', ')}` : ''}`,
    audience,
    audio === undefined ? undefined : `♪ ${audio}`,
    tagged.length > 0 ? `With ${names(tagged)}` : undefined,
  ].filter((label) => label !== undefined);
  return labels.length === 0 ? null : html`<ul class="chips">${labels.map((label) => html`<li>${label}</li>`)}</ul>`;
}

function formatLabel({ format, expiresAt, isReelsOnly }: PostView, nowMs: number): string | undefined {
  const left = expiresAt === undefined ? null : timeLeft(expiresAt, nowMs);
  switch (format) {
    case 'story':
      return left === null ? 'Story, no longer shown' : `Story, ${left} left`;
    case 'ghost':
      return left === null ? 'Ghost post, archived' : `Ghost post, ${left} left`;
    case 'reel':
      return isReelsOnly ? 'Reel, in the Reels tab only' : 'Reel';
    case 'trial_reel':
      return 'Trial reel, shown to people who do not follow first';
    default:
      return undefined;
  }
}
