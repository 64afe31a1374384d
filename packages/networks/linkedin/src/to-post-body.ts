import type { Json } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import type { LinkCard } from './link-card.ts';
import { toLittleText } from './little-text.ts';
import { pageId } from './urn.ts';

/**
 * The body of `POST /rest/posts` (LinkedIn, Posts API, checked 2026-11). `mediaUrns` holds one URN
 * per media item, in order. One image is `media`, two and more are `multiImage`: LinkedIn refuses
 * either in the other's place. Only images take altText. A card stands only where there are no
 * media; its texts are plain.
 */
export function toPostBody(
  author: string,
  draft: Draft,
  made: { readonly mediaUrns: readonly string[]; readonly card: LinkCard | null },
): Json {
  const content = toContent(draft, made.mediaUrns) ?? toArticle(made.card);
  return {
    author,
    commentary: toLittleText(draft.content),
    visibility: visibilityOf(author, draft),
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content === null ? {} : { content }),
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
    const altText = item.type === 'image' ? item.altText : undefined;
    return altText === undefined || altText === '' ? { id } : { id, altText };
  });
  const [first, second] = items;
  if (first === undefined) return null;
  return second === undefined ? { media: first } : { multiImage: { images: items } };
}

function toArticle(card: LinkCard | null): Json {
  if (card === null) return null;
  const { source, title, description, thumbnail } = card;
  return {
    article: { source, title, ...(description !== null && { description }), ...(thumbnail !== null && { thumbnail }) },
  };
}
