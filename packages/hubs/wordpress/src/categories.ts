import {
  type HubCall,
  type HubSpace,
  type SearchedSpaces,
  type SpacePage,
  type SpaceQuery,
  searchSpaces,
} from '@fanfare/hub';
import { type Answer, readAnswer, storableUrl, unreadableAnswer } from '@fanfare/network';
import { readRest } from './call-wordpress.ts';
import { CategoriesAnswer, type Category } from './wire.ts';

const FIELDS = 'id,slug,name,description,link';

/**
 * One part of the categories, searched and sorted by WordPress. Lists of categories know pages and
 * no offset (WordPress 6.1.9, class-wp-rest-terms-controller.php, checked 2026-11): a part that
 * begins inside a page is taken from two.
 */
export const searchCategories: SearchedSpaces['search'] = async (call, query) => {
  const { q, limit, offset } = query;
  if (q !== null && isAboutEntities(q)) return searchDecoded(call, { ...query, q });
  const search = { search: q ?? undefined, per_page: String(limit) };
  const firstPage = Math.floor(offset / limit) + 1;
  const skipped = offset % limit;
  const first = await readPage(call, { ...search, page: String(firstPage) });
  const total = readTotal(first, 'a search for categories');
  const isInTwo = skipped > 0 && total > firstPage * limit;
  const second = isInTwo ? await readPage(call, { ...search, page: String(firstPage + 1) }) : null;
  const categories = [...readCategories(first), ...(second ? readCategories(second) : [])];
  return { spaces: categories.slice(skipped, skipped + limit).map(toSpace), total };
};

/**
 * Most names are stored with `&`, `<` and `>` as entities, and WordPress searches them as they are
 * stored (WordPress 6.1.9, default-filters.php, checked 2026-11): it would find no "R&D", and every
 * `&amp;` for "amp".
 */
const ENTITIES = '&amp; &lt; &gt;';
const MARKUP = /[&<>]/;
const isAboutEntities = (q: string): boolean => MARKUP.test(q) || ENTITIES.includes(q.toLowerCase());

const MOST_PER_PAGE = 100;
const MOST_PAGES = 10;

/** Finds names as people read them, in 1,000 categories at most. */
async function searchDecoded(call: HubCall, query: SpaceQuery & { readonly q: string }): Promise<SpacePage> {
  const [part = ''] = query.q.split(MARKUP).sort((a, b) => b.length - a.length);
  const search = MARKUP.test(query.q) ? part.trim() || undefined : undefined;
  const found: HubSpace[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await readPage(call, { search, per_page: String(MOST_PER_PAGE), page: String(page) });
    found.push(...readCategories(answer).map(toSpace));
    if (readTotal(answer, 'a search for categories') <= page * MOST_PER_PAGE) break;
  }
  return searchSpaces(found, query);
}

const readPage = (call: HubCall, query: Readonly<Record<string, string | undefined>>): Promise<Answer> =>
  readRest(call, {
    route: 'categories',
    query: { ...query, orderby: 'name', order: 'asc', hide_empty: 'false', _fields: FIELDS },
    on: 'read',
  });

/** `slug` takes a list, and what it finds may be spelled differently: only the very slug counts. */
export const findCategory: SearchedSpaces['find'] = async (call, slug) => {
  const query = { slug, hide_empty: 'false', _fields: FIELDS };
  const answer = await readRest(call, { route: 'categories', query, on: 'read' });
  const found = readCategories(answer).find((category) => category.slug === slug);
  return found ? toSpace(found) : null;
};

const readCategories = (answer: Answer) => readAnswer('WordPress', CategoriesAnswer, answer, 'a search for categories');

/** Reads the size of a list from headers (WordPress REST API handbook, pagination, 2026-11). */
export function readTotal({ headers, status }: Answer, what: string): number {
  const total = headers['x-wp-total'] ?? '';
  if (/^\d{1,15}$/.test(total)) return Number(total);
  throw unreadableAnswer('WordPress', what, status);
}

const toSpace = ({ id, slug, name, description, link }: Category): HubSpace => ({
  slug,
  id: String(id),
  name: name || slug,
  description: description || null,
  url: storableUrl(link),
  canPost: null,
});
