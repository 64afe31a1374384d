import { formatText } from './format-text.ts';
import type { Handling } from './handling.ts';
import { escapeHtml, html, type Reply } from './reply.ts';
import type { Attachment, Status } from './world.ts';

/** The public pages of the server: its newest posts, those of one person, or one post. */
export function publicPage({ world, request, parts: [username, wantedId] }: Handling): Reply {
  const shown = world.statuses
    .filter(({ author, id }) => (username ?? author.username) === author.username && (wantedId ?? id) === id)
    .toReversed();
  const title = username === undefined ? 'A simulated Mastodon server' : `@${escapeHtml(username)}`;
  const posts = shown.map((status) => article(request.url.origin, status)).join('\n');
  return html(
    shown.length === 0 && wantedId !== undefined ? 404 : 200,
    `<meta name="viewport" content="width=device-width"><title>${title}</title><style>body{font:16px/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}article{border:1px solid #8886;border-radius:8px;padding:1rem;margin:1rem 0}img,video{max-width:100%;max-height:16rem;display:block;margin:.5rem 0}.invisible{font-size:0}small{opacity:.7}</style><h1>${title}</h1>${posts || '<p>Nothing here yet.</p>'}`,
  );
}

function article(origin: string, { id, author, text, media, inReplyTo, reblogOf, createdAt }: Status): string {
  const shown = reblogOf ? formatText(origin, reblogOf.text) : formatText(origin, text);
  const note = reblogOf ? `boosted @${reblogOf.author.username}` : inReplyTo ? `replied to ${inReplyTo.id}` : 'posted';
  return `<article id="${id}"><small>@${author.username} ${note} · ${new Date(createdAt).toISOString()}</small>${shown}${media.map(figure).join('')}</article>`;
}

function figure({ id, type, description }: Attachment): string {
  const alt = escapeHtml(description ?? '');
  return type === 'video'
    ? `<video src="/media/${id}" aria-label="${alt}" controls></video>`
    : `<img src="/media/${id}" alt="${alt}">`;
}
