import type { Json } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { LinkCard } from './link-card.ts';
import { toLittleText } from './little-text.ts';
import { POLL_DURATIONS, POLL_MINUTES } from './options.ts';
import { pageId } from './urn.ts';

/**
 * The body of `POST /rest/posts` (LinkedIn, Posts API, checked 2026-11). `mediaUrns` holds one URN
 * per media item, in order. One image is `media`, two and more are `multiImage`: LinkedIn refuses
 * either in the other's place. Only images take altText, and a document needs a title (LinkedIn,
 * Documents API, checked 2026-11). A card stands only where there are no
 * media and no poll; their texts are plain.
 */
export function toPostBody(
  author: string,
  draft: Draft,
  made: { readonly mediaUrns: readonly string[]; readonly card: LinkCard | null },
): Json {
  const { quotePostId } = draft.options ?? {};
  const content = toContent(draft, made.mediaUrns) ?? toPoll(draft) ?? toArticle(made.card);
  return {
    author,
    commentary: toLittleText(draft.content),
    visibility: visibilityOf(author, draft),
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content === null ? {} : { content }),
    // LinkedIn, Posts API schema, checked 2026-11.
    ...(quotePostId === undefined ? {} : { reshareContext: { parent: quotePostId } }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
}

/** Posts of pages are public: LinkedIn refuses any other (Posts API, checked 2026-11). */
const visibilityOf = (author: string, { options }: Draft): string =>
  options?.linkedin?.visibility === 'connections' && pageId(author) === null ? 'CONNECTIONS' : 'PUBLIC';

function toContent(draft: Draft, mediaUrns: readonly string[]): Json {
  const items = draft.media.map((item, index): Json => {
    const id = mediaUrns[index];
    if (id === undefined) throw new Error(`No uploaded media for item ${index}`);
    if (item.type === 'document') return { id, title: titleOf(item) };
    const altText = item.type === 'image' ? item.altText : undefined;
    return altText === undefined || altText === '' ? { id } : { id, altText };
  });
  const [first, second] = items;
  if (first === undefined) return null;
  return second === undefined ? { media: first } : { multiImage: { images: items } };
}

/** The title of a document, by default the name of its file. */
function titleOf({ title = '', url }: Draft['media'][number]): string {
  if (title.trim() !== '') return title;
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  return decodeName(name) || 'Document';
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** LinkedIn, Polls API, checked 2026-11. The rules want a question. */
function toPoll({ options }: Draft): Json {
  if (!options?.poll) return null;
  const { question = '', options: choices, durationMinutes = POLL_MINUTES } = options.poll;
  const duration = POLL_DURATIONS.get(durationMinutes) ?? null;
  return { poll: { question, options: choices.map((text) => ({ text })), settings: { duration } } };
}

function toArticle(card: LinkCard | null): Json {
  if (card === null) return null;
  const { source, title, description, thumbnail } = card;
  return {
    article: { source, title, ...(description !== null && { description }), ...(thumbnail !== null && { thumbnail }) },
  };
}
