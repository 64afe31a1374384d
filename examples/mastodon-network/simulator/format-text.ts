import { escapeHtml } from './reply.ts';

const LINK = /https?:\/\/[^\s<>]+[^\s<>.,:;!?'")\]]/;
const MENTION = /(?<![\w/])@(\w+)(?:@([\w.-]+\w))?/;
const TAG = /(?<!\w)#(\w*[A-Za-z_]\w*)/;
const PIECES = new RegExp(`(?<link>${LINK.source})|(?<mention>${MENTION.source})|(?<tag>${TAG.source})`, 'g');

/**
 * The length by the server: 23 for a link, mentions without server (Mastodon, Posting, 2026-11).
 */
export function countText(text: string): number {
  const shortened = text.replace(PIECES, (piece, ...rest) => {
    const { link, mention } = rest.at(-1) as { link?: string; mention?: string };
    if (link !== undefined) return 'x'.repeat(23);
    return mention === undefined ? piece : `@${mention.split('@')[1]}`;
  });
  return [...new Intl.Segmenter().segment(shortened)].length;
}

/** A text as `content`: paragraphs, and anchors (Mastodon, Status entity, checked 2026-11). */
export function formatText(origin: string, text: string): string {
  let out = '';
  let from = 0;
  for (const match of text.matchAll(PIECES)) {
    out += escapeHtml(text.slice(from, match.index));
    from = match.index + match[0].length;
    const { link, mention, tag } = match.groups ?? {};
    if (link !== undefined) out += anchor(link);
    else if (mention !== undefined) {
      const user = mention.split('@')[1];
      out += `<span class="h-card" translate="no"><a href="${origin}/@${user}" class="u-url mention">@<span>${user}</span></a></span>`;
    } else {
      const name = tag?.slice(1) ?? '';
      out += `<a href="${origin}/tags/${name}" class="mention hashtag" rel="tag">#<span>${name}</span></a>`;
    }
  }
  out += escapeHtml(text.slice(from));
  return out
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('');
}

function anchor(link: string): string {
  const [, scheme = '', rest = ''] = /^(https?:\/\/(?:www\.)?)(.*)$/.exec(link) ?? [];
  const shown = rest.slice(0, 30);
  const hidden = rest.slice(30);
  return `<a href="${escapeHtml(link)}" target="_blank" rel="nofollow noopener"><span class="invisible">${scheme}</span><span class="${hidden === '' ? '' : 'ellipsis'}">${escapeHtml(shown)}</span><span class="invisible">${escapeHtml(hidden)}</span></a>`;
}
