import { DAY_MS } from '../meta/moving-day.ts';
import type { ViewExtras } from '../meta/post-views.ts';
import type { Profiles } from '../meta/profiles.ts';
import type { AttachedText, CommentView, LinkCard, QuoteView, TextPiece } from '../post/post-view.ts';
import { pollEnd } from './poll.ts';
import { repliesTo, repostsOf, type ThreadsDraft, type ThreadsPost } from './posts.ts';
import type { TextAttachment } from './text-attachment.ts';

type ViewDeps = {
  readonly posts: readonly ThreadsPost[];
  readonly profiles: Profiles;
  readonly urlOf: (post: ThreadsPost) => string;
};

/** In the words of the app. */
const REPLIES: Readonly<Record<string, string>> = {
  accounts_you_follow: 'Profiles the author follows can reply',
  mentioned_only: 'Profiles mentioned can reply',
  parent_post_author_only: 'The author of the parent post can reply',
  followers_only: 'Followers can reply',
};

/** The look of a post besides its author, text and files. */
export function extrasOf(deps: ViewDeps, { id, draft, publishedAt }: ThreadsPost): ViewExtras {
  const { extras, poll, topic, link } = draft;
  const quoted = deps.posts.find((post) => post.id === draft.quotes);
  const notes = notesOf(draft);
  return {
    ...(extras.isGhost && { format: 'ghost', expiresAt: isoOf(publishedAt + DAY_MS) }),
    ...(topic !== null && { topic }),
    ...(extras.spoilers.length > 0 && { pieces: piecesOf(draft) }),
    ...(extras.isSpoiler && { cover: 'Spoiler' }),
    ...(extras.countries.length > 0 && { audience: `Shown in ${extras.countries.join(', ')} only` }),
    ...(link !== null && { card: cardOf(link) }),
    ...(quoted && { quote: quoteOf(deps, quoted) }),
    ...(extras.gifId !== null && { gif: { provider: 'GIPHY', id: extras.gifId } }),
    ...(extras.attachment && { attachedText: attachedOf(extras.attachment) }),
    ...(notes.length > 0 && { notes }),
    ...(poll && { poll: { options: poll, endsAt: isoOf(pollEnd(publishedAt)) } }),
    aiGenerated: false,
    comments: repliesTo(deps.posts, id).map((reply) => toComment(reply, id)),
    repostedBy: repostsOf(deps.posts, id).map(({ username }) => username),
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

const notesOf = ({ extras, replyControl }: ThreadsDraft): readonly string[] =>
  [REPLIES[replyControl], extras.approvesReplies ? 'The author approves replies' : undefined].filter(
    (note) => note !== undefined,
  );

function toComment({ id, username, draft, publishedAt }: ThreadsPost, below: string): CommentView {
  return {
    id,
    author: username,
    text: draft.text,
    createdAt: isoOf(publishedAt),
    ...(draft.replyTo !== null && draft.replyTo !== below && { answers: draft.replyTo }),
    ...(draft.items.length > 0 && { media: draft.items }),
  };
}

/** The text with its hidden parts, in their order. */
function piecesOf({ text, extras }: ThreadsDraft): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { offset, length, text: hidden } of extras.spoilers.toSorted((one, other) => one.offset - other.offset)) {
    if (offset > at) pieces.push({ kind: 'text', text: text.slice(at, offset) });
    pieces.push({ kind: 'spoiler', text: hidden });
    at = offset + length;
  }
  return at < text.length ? [...pieces, { kind: 'text', text: text.slice(at) }] : pieces;
}

/** No page is read here, so the card has the address alone. */
const cardOf = (url: string): LinkCard => ({
  url,
  title: url.replace(/^https?:\/\//i, ''),
  description: null,
  imageUrl: null,
});

function quoteOf({ profiles, urlOf }: ViewDeps, post: ThreadsPost): QuoteView {
  const { username, draft, publishedAt } = post;
  const profile = profiles.byUsername(username);
  const author = { id: profile?.accountId ?? '', username, name: profile?.name ?? username };
  return { url: urlOf(post), author, text: draft.text, createdAt: isoOf(publishedAt) };
}

/** The text in pieces: the styled parts, and what is between them. */
function attachedOf({ plaintext, link, styled }: TextAttachment): AttachedText {
  const bytes = Buffer.from(plaintext);
  const pieces: { text: string; styles: readonly string[] }[] = [];
  let at = 0;
  for (const { offset, length, text, styles } of styled) {
    if (offset > at) pieces.push({ text: bytes.toString('utf8', at, offset), styles: [] });
    pieces.push({ text, styles });
    at = offset + length;
  }
  if (at < bytes.length) pieces.push({ text: bytes.toString('utf8', at), styles: [] });
  return { pieces, link };
}
