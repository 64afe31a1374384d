import { type Html, html } from '../html.ts';
import type { NetworkName } from '../simulator.ts';
import type { PostView, TextPiece } from './post-view.ts';

/** Code points after which a list of posts folds a text; others show it whole. */
const FOLDED_AFTER: Partial<Record<NetworkName, number>> = { x: 280, linkedin: 210, instagram: 125 };

/** The text of a post. Lists fold a long one, its own page does not. */
export function postText(post: PostView, isFolded: boolean): Html {
  const pieces: readonly TextPiece[] = post.pieces ?? [{ kind: 'text', text: post.text }];
  const max = isFolded ? (FOLDED_AFTER[post.network] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const [head, rest] = cut(pieces, max);
  if (rest.length === 0) return html`<div class="text">${head.map(shownPiece)}</div>`;
  return html`<details class="text fold"><summary>${head.map(shownPiece)}<span class="more">… Show more</span></summary>${rest.map(shownPiece)}</details>`;
}

/** Splits pieces before the code point `max`, at a space where there is one near. */
function cut(pieces: readonly TextPiece[], max: number): readonly [readonly TextPiece[], readonly TextPiece[]] {
  const head: TextPiece[] = [];
  let left = max;
  for (const [index, piece] of pieces.entries()) {
    const points = Array.from(piece.text);
    if (points.length <= left) {
      head.push(piece);
      left -= points.length;
      continue;
    }
    const kept =
      piece.kind === 'text'
        ? points
            .slice(0, left)
            .join('')
            .replace(/\S{0,20}$/, '')
        : '';
    if (kept !== '') head.push({ ...piece, text: kept });
    return [head, [{ ...piece, text: piece.text.slice(kept.length) }, ...pieces.slice(index + 1)]];
  }
  return [head, []];
}

/** Only the network's hashtags and mentions are highlighted, not plain text. */
function shownPiece({ kind, text }: TextPiece): Html {
  if (kind === 'text') return linkify(text);
  if (kind === 'spoiler')
    return html`<label class="spoiler"><input type="checkbox" aria-label="Show the spoiler"><span>${text}</span></label>`;
  return html`<b class="${kind}">${text}</b>`;
}

/** Makes web addresses clickable; nothing is requested before a click. */
export function linkify(text: string): Html {
  const pieces = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/g);
  return html`${pieces.map((piece, index) =>
    index % 2 === 1
      ? html`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece.replace(/^https?:\/\//, '')}</a>`
      : piece,
  )}`;
}
