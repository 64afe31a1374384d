import type { HubSpace, ListedSpaces } from '@fanfare/hub';
import { readAnswer, storableUrl } from '@fanfare/network';
import { readRest } from './call-humhub.ts';
import { type HumhubSpace, SpacesAnswer } from './wire.ts';

const PAGE_SIZE = 100;
const MOST_PAGES = 100;

/** All spaces that the user sees. The API pages them and cannot search. */
export const listSpaces: ListedSpaces['list'] = async (call) => {
  const spaces: HubSpace[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = { page: String(page), limit: String(PAGE_SIZE) };
    const answer = await readRest(call, { route: 'space', query, on: 'read' });
    const { pages, results } = readAnswer('HumHub', SpacesAnswer, answer, 'a list of spaces');
    spaces.push(...results.map(toSpace));
    if (page >= pages) break;
  }
  return spaces;
};

/** Spaces, by the last part of their address: the API has no slug. */
function toSpace({ name, description, url, contentcontainer_id }: HumhubSpace): HubSpace {
  const slug = decodeURIComponent(new URL(url).pathname.replace(/\/+$/, '').split('/').at(-1) ?? '');
  return {
    slug: slug || String(contentcontainer_id),
    id: String(contentcontainer_id),
    name: name || slug,
    description: description || null,
    url: storableUrl(url),
    canPost: null,
  };
}
