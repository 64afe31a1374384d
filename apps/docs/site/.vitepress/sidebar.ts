import { sectionsOf } from '../../src/site/sections.ts';

type Item = { readonly text: string; readonly link: string; readonly collapsed?: boolean; readonly items?: Item[] };

/** The sidebar: the pages below the first page of a reference are folded under it. */
export function sidebarOf(titles: ReadonlyMap<string, string>): { readonly text: string; readonly items: Item[] }[] {
  const below = (page: string): Item[] =>
    [...titles]
      .filter(([name]) => page.endsWith('/') && name.startsWith(page) && name !== page)
      .map(([name, text]) => ({ text, link: `/${name}` }))
      .toSorted((one, other) => one.text.localeCompare(other.text, 'en'));
  return sectionsOf(titles).map(({ title, pages }) => ({
    text: title,
    items: pages.map(([page, text]) => {
      const items = below(page);
      return { text, link: `/${page}`, ...(items.length > 0 && { collapsed: true, items }) };
    }),
  }));
}
