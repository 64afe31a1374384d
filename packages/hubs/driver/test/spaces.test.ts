import { Secret } from '@fanfare/network';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HubCall, HubSpace } from '../src/index.ts';
import { createSpaces } from '../src/spaces.ts';
import { aDriver, aSpace, networkError } from './a-driver.ts';

let now = 0;
let asked = 0;
let list: () => Promise<readonly HubSpace[]>;
beforeEach(() => {
  now = 1_000;
  asked = 0;
});

const spaces = () => createSpaces(() => now);
const { driver } = aDriver({
  spaces: {
    list() {
      asked++;
      return list();
    },
  },
});
const callWith = (apiKey: string): HubCall => ({
  http: () => Promise.reject(new Error('There is no wire here.')),
  clock: { now: () => now, sleep: async () => undefined },
  signal: new AbortController().signal,
  hub: {
    ...{ type: 'micropub', url: 'https://hub.example', apiUrl: 'https://hub.example/micropub', name: 'Hub' },
    ...{ keyOrigins: ['https://hub.example'], isKeyOurs: false, defaultSpaceSlug: null },
  },
  username: 'ann',
  apiKey: new Secret(apiKey),
});
const call = callWith('key');
const slugsOf = (page: { readonly spaces: readonly HubSpace[] }) => page.spaces.map(({ slug }) => slug);

describe('spaces of a hub that only lists them', () => {
  it('are searched by name and slug in any case, and paged by name', async () => {
    list = async () => [aSpace('z-1', 'Events'), aSpace('news', 'Announcements'), aSpace('old', 'EVENTS of old')];
    const all = spaces();
    const search = (q: string | null, offset = 0) => all.search(driver, call, { q, limit: 2, offset });
    expect(slugsOf(await search(null))).toEqual(['news', 'z-1']);
    expect(await search(null, 2)).toEqual({ spaces: [aSpace('old', 'EVENTS of old')], total: 3 });
    expect(await search('events')).toMatchObject({ total: 2 });
    expect(slugsOf(await search('NEWS'))).toEqual(['news']);
    expect(await search('nothing')).toEqual({ spaces: [], total: 0 });
    expect(asked).toBe(1);
  });

  it('are listed once a minute however often they are searched, also at the same moment', async () => {
    list = async () => Array.from({ length: 10_000 }, (_, n) => aSpace(`space-${n}`));
    const all = spaces();
    const search = (q: string) => all.search(driver, call, { q, limit: 1, offset: 0 });
    const pages = await Promise.all(['s', 'sp', 'spa', 'spac', 'space-99'].map(search));
    expect([pages.map(({ total }) => total), asked]).toEqual([[10_000, 10_000, 10_000, 10_000, 111], 1]);
    now += 59_999;
    await search('s');
    expect(asked).toBe(1);
    now += 2;
    await search('s');
    expect(asked).toBe(2);
  });

  it('of two keys are listed for each', async () => {
    list = async () => [aSpace('news')];
    const all = spaces();
    await all.find(driver, call, 'news');
    await all.find(driver, callWith('another'), 'news');
    expect(asked).toBe(2);
  });

  it('that are newer than the kept list are found', async () => {
    const all = spaces();
    list = async () => [aSpace('news')];
    expect(await all.find(driver, call, 'news')).toEqual(aSpace('news'));
    list = async () => [aSpace('news'), aSpace('fresh')];
    expect(await all.find(driver, call, 'fresh')).toEqual(aSpace('fresh'));
    expect(await all.find(driver, call, 'missing')).toBe(null);
  });

  it('are asked for again after a failure', async () => {
    const all = spaces();
    list = () => Promise.reject(networkError({}));
    await expect(all.find(driver, call, 'news')).rejects.toThrow('The hub failed.');
    list = async () => [aSpace('news')];
    expect(await all.find(driver, call, 'news')).toEqual(aSpace('news'));
  });
});

describe('spaces of a hub that searches', () => {
  it('are asked for at the hub each time', async () => {
    const searches: unknown[] = [];
    const searching = aDriver({
      spaces: {
        async search(_call, query) {
          searches.push(query);
          return { spaces: [aSpace('news')], total: 1 };
        },
        find: async (_call, slug) => (slug === 'news' ? aSpace('news') : null),
      },
    });
    const all = spaces();
    const query = { q: 'new', limit: 25, offset: 0 };
    for (const _ of [1, 2]) expect((await all.search(searching.driver, call, query)).total).toBe(1);
    expect(searches).toEqual([query, query]);
    expect(await all.find(searching.driver, call, 'gone')).toBe(null);
  });
});
