import type { HubSpace, SearchedSpaces } from '@fanfare/hub';
import { type Answer, readAnswer, storableUrl, unreadableAnswer } from '@fanfare/network';
import { readRest } from './call-wordpress.ts';
import { CategoriesAnswer, type Category } from './wire.ts';

const FIELDS = 'id,slug,name,description,link';

/** One page of the categories, searched and sorted by WordPress (REST API handbook, categories, checked 2026-11). */
export const searchCategories: SearchedSpaces['search'] = async (call, { q, limit, offset }) => {
  const answer = await readRest(call, {
    route: 'categories',
    query: {
      search: q ?? undefined,
      per_page: String(limit),
      offset: String(offset),
      orderby: 'name',
      order: 'asc',
      hide_empty: 'false',
      _fields: FIELDS,
    },
    on: 'read',
  });
  return { spaces: readCategories(answer).map(toSpace), total: readTotal(answer, 'a search for categories') };
};

/** `slug` takes a list, and what it finds may be spelled differently: only the very slug counts. */
export const findCategory: SearchedSpaces['find'] = async (call, slug) => {
  const query = { slug, hide_empty: 'false', _fields: FIELDS };
  const answer = await readRest(call, { route: 'categories', query, on: 'read' });
  const found = readCategories(answer).find((category) => category.slug === slug);
  return found ? toSpace(found) : null;
};

const readCategories = (answer: Answer) => readAnswer('WordPress', CategoriesAnswer, answer, 'a search for categories');

/** How many there are of what a list shows a page of (WordPress REST API handbook, pagination, checked 2026-11). */
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
