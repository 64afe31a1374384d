import { createHash } from 'node:crypto';
import { searchSpaces, sortSpaces } from '@fanfare/rules';
import { LRUCache } from 'lru-cache';
import type { HubCall, HubDriver, HubSpace, ListedSpaces, SpacePage, SpaceQuery } from './hub-driver.ts';

/** The spaces of hubs that search and of hubs that only list. Throw NetworkError. */
export type Spaces = {
  search(driver: HubDriver, call: HubCall, query: SpaceQuery): Promise<SpacePage>;
  find(driver: HubDriver, call: HubCall, slug: string): Promise<HubSpace | null>;
};

/** A search as one types asks for the same list at every key. */
const KEEP_MS = 60_000;
/** Spaces of one hub, at most. */
const MAX_SPACES = 10_000;
/** Spaces of all hubs together, at most. */
const MAX_KEPT_SPACES = 200_000;

export function createSpaces(now: () => number = () => performance.now()): Spaces {
  const lists = new LRUCache<string, Promise<readonly HubSpace[]>>({
    ttl: KEEP_MS,
    perf: { now },
    ttlResolution: 0,
    maxSize: MAX_KEPT_SPACES,
    // How many there are is known only once the hub has answered: each list is counted as a large
    // one.
    sizeCalculation: () => MAX_SPACES,
  });
  const list = (spaces: ListedSpaces, call: HubCall): Promise<readonly HubSpace[]> => {
    const key = keyOf(call);
    const known = lists.get(key);
    if (known) return known;
    const listed = spaces.list(call).then(prepared);
    lists.set(key, listed);
    listed.catch(() => lists.delete(key));
    return listed;
  };
  return {
    async search({ spaces }, call, query) {
      if ('search' in spaces) return spaces.search(call, query);
      return searchSpaces(await list(spaces, call), query);
    },
    async find({ spaces }, call, slug) {
      if ('find' in spaces) return spaces.find(call, slug);
      const known = (await list(spaces, call)).find((space) => space.slug === slug);
      if (known) return known;
      // It may be newer than the list.
      lists.delete(keyOf(call));
      return (await list(spaces, call)).find((space) => space.slug === slug) ?? null;
    },
  };
}

/** Accounts with the same key on the same hub share spaces. The key itself is not kept. */
const keyOf = ({ hub, apiKey }: HubCall): string =>
  createHash('sha256').update(`${hub.type} ${hub.apiUrl} ${apiKey.reveal()}`).digest('base64');

const prepared = (spaces: readonly HubSpace[]): readonly HubSpace[] => sortSpaces(spaces.slice(0, MAX_SPACES));
