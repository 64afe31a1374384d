import type { ListSpacesResponse, Space } from '@fanfare/contract';

/** A space as its hub describes it. */
type HubSpace = Omit<Space, 'isDefault'>;

/** Query of a page of spaces: what is searched, and which of those found are shown. */
type Query = { readonly q?: string | null | undefined; readonly limit: number; readonly offset: number };

type Found<Of> = { readonly spaces: readonly Of[]; readonly total: number };

/** Spaces in the order of every list: by name, and by slug where names are equal. */
export function sortSpaces<Of extends HubSpace>(spaces: readonly Of[]): readonly Of[] {
  // Here, because the first one takes milliseconds, which every start would pay.
  const names = new Intl.Collator('en');
  return [...spaces].sort(
    (one, other) => names.compare(one.name, other.name) || (one.slug < other.slug ? -1 : Number(one.slug > other.slug)),
  );
}

/**
 * One page of the spaces whose name or slug contains `q`, in any case. `spaces` are sorted already.
 *
 * @example
 * searchSpaces(sortSpaces(spaces), { q: 'new', limit: 25, offset: 0 }); // { spaces: [{ slug: 'news', … }], total: 1 }
 */
export function searchSpaces<Of extends HubSpace>(spaces: readonly Of[], { q, limit, offset }: Query): Found<Of> {
  const wanted = q?.toLowerCase() ?? '';
  const found = spaces.filter(
    ({ name, slug }) => name.toLowerCase().includes(wanted) || slug.toLowerCase().includes(wanted),
  );
  return { spaces: found.slice(offset, offset + limit), total: found.length };
}

/** The answer to a request for spaces. */
export const toSpaceList = (
  { spaces, total }: Found<HubSpace>,
  { limit, offset }: Query,
  defaultSpaceSlug: string | null,
): ListSpacesResponse => ({
  spaces: spaces.map(({ slug, id, name, description, url, canPost }) => ({
    ...{ slug, id, name, description, url, isDefault: slug === defaultSpaceSlug, canPost },
  })),
  total,
  limit,
  offset,
});
