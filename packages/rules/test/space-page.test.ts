import { describe, expect, it } from 'vitest';
import { searchSpaces, sortSpaces, toSpaceList } from '../src/space-page.ts';

const space = (slug: string, name = slug) => ({ slug, id: slug, name, description: null, url: null, canPost: null });
const slugs = (spaces: readonly { readonly slug: string }[]) => spaces.map(({ slug }) => slug);

const spaces = sortSpaces([
  space('zoo', 'Zoo'),
  space('news-2', 'News'),
  space('news', 'News'),
  space('aerger', 'Ärger'),
  space('a', 'apples'),
]);

describe('spaces are listed by name, those with one name by slug', () => {
  it('in any case, letters with marks beside those without', () => {
    expect(slugs(spaces)).toEqual(['a', 'aerger', 'news', 'news-2', 'zoo']);
  });

  it('and the list that was given stays as it is', () => {
    const given = [space('b'), space('a')];
    expect(slugs(sortSpaces(given))).toEqual(['a', 'b']);
    expect(slugs(given)).toEqual(['b', 'a']);
  });
});

describe('a search finds parts of names and slugs in any case', () => {
  it.each([
    [undefined, ['a', 'aerger', 'news', 'news-2', 'zoo']],
    [null, ['a', 'aerger', 'news', 'news-2', 'zoo']],
    ['', ['a', 'aerger', 'news', 'news-2', 'zoo']],
    ['NEW', ['news', 'news-2']],
    ['s-2', ['news-2']],
    ['ÄR', ['aerger']],
    ['.*', []],
  ])('%j', (q, found) => {
    const page = searchSpaces(spaces, { q, limit: 25, offset: 0 });
    expect({ slugs: slugs(page.spaces), total: page.total }).toEqual({ slugs: found, total: found.length });
  });
});

describe('a page shows part of what was found, and counts all of it', () => {
  it.each([
    [{ limit: 2, offset: 0 }, ['a', 'aerger']],
    [{ limit: 2, offset: 4 }, ['zoo']],
    [{ limit: 2, offset: 5 }, []],
    [{ limit: 100, offset: 1 }, ['aerger', 'news', 'news-2', 'zoo']],
  ])('%j', (query, shown) => {
    const page = searchSpaces(spaces, query);
    expect({ slugs: slugs(page.spaces), total: page.total }).toEqual({ slugs: shown, total: 5 });
  });

  it('and says which space is the default of the account', () => {
    const found = searchSpaces(spaces, { q: 'news', limit: 1, offset: 1 });
    expect(toSpaceList(found, { limit: 1, offset: 1 }, 'news-2')).toEqual({
      spaces: [{ ...space('news-2', 'News'), isDefault: true }],
      total: 2,
      limit: 1,
      offset: 1,
    });
    expect(toSpaceList(found, { limit: 1, offset: 1 }, null).spaces[0]?.isDefault).toBe(false);
  });
});
