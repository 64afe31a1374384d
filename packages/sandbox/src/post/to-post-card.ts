import { createHash } from 'node:crypto';
import { type Html, html, toText } from '../html.ts';
import type { NetworkName } from '../simulator.ts';
import { postEmbeds } from './post-embeds.ts';
import { postFooter } from './post-footer.ts';
import { postHeader } from './post-header.ts';
import { postMedia } from './post-media.ts';
import { postText } from './post-text.ts';
import { postThread } from './post-thread.ts';
import type { PostView } from './post-view.ts';

/** A card in parts, so that a new comment does not restart a playing video. */
export type CardPart = { readonly name: string; readonly version: string; readonly html: string };

export type PostCard = { readonly key: string; readonly network: NetworkName; readonly parts: readonly CardPart[] };

/** A post as a card of a list, or whole on a page of its own. */
export function toPostCard(post: PostView, { nowMs, isAlone = false }: { nowMs: number; isAlone?: boolean }): PostCard {
  return {
    key: `${post.network}:${post.id}`,
    network: post.network,
    parts: [
      part('head', postHeader(post, nowMs)),
      part('text', postText(post, !isAlone)),
      part('embeds', postEmbeds(post, { nowMs, isAlone })),
      part('media', postMedia(post)),
      part('thread', postThread(post, !isAlone)),
      part('foot', postFooter(post)),
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
