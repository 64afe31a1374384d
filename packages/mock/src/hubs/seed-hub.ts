import type { HubType } from '@fanfare/contract';
import { plainHubUrl, sortSpaces } from '@fanfare/rules';
import { checkEach, checkFields, checkText, named, wrong } from '../check-argument.ts';
import type { MockState } from '../mock-state.ts';
import { HUB_KINDS, hubKind } from './hub-kinds.ts';
import type { StoredHub } from './hub-world.ts';

/** A space of a hub to add. */
export type SeedSpace = {
  /** The value of `spaceSlug`; unique on the hub. */
  readonly slug: string;
  /** Default: the slug. */
  readonly name?: string;
  /** The hub's own id; default: the slug. */
  readonly id?: string;
  /** Default: none. */
  readonly description?: string;
};

/** A self-hosted hub to add. */
export type SeedHub = {
  /**
   * Default: `https://community.example.org` (WordPress), `https://notes.example.org` (Micropub).
   */
  readonly url?: string;
  /** Default: `wordpress`. */
  readonly type?: HubType;
  /** Its name; default: its host. */
  readonly name?: string;
  /** Its spaces, in any order; default: two or three. */
  readonly spaces?: readonly SeedSpace[];
};

const SPACE = { slug: checkText, name: checkText, id: checkText, description: checkText };

/** The checks of the fields of a hub. */
export const HUB_FIELDS = {
  url: (what: string, url: string): void => {
    if (!URL.canParse(checkText(what, url))) throw wrong(what, url, 'an address');
  },
  type: named(HUB_KINDS),
  name: checkText,
  spaces: checkEach((what: string, space: SeedSpace) => checkFields(what, space, SPACE)),
};

type Deps = Pick<MockState, 'world'>;

/** Adds a hub, or replaces the one at its address. Accounts and connect codes stay. */
export function seedHub({ world }: Deps, seed: SeedHub): StoredHub {
  const type = seed.type ?? 'wordpress';
  const { example, spaces, pageOf } = hubKind(type);
  const url = plainHubUrl(seed.url ?? example.url);
  const hub: StoredHub = {
    url,
    type,
    name: seed.name ?? (url === example.url ? example.name : new URL(url).host),
    spaces: sortSpaces(
      (seed.spaces ?? spaces).map(({ slug, name = slug, id = slug, description = null }) => ({
        ...{ slug, id, name, description, url: pageOf(url, slug), canPost: null },
      })),
    ),
  };
  world.hubs.set(url, hub);
  return hub;
}

/** The hub at an address or of a type, added if unknown. Null for one of another type. */
export function findHub(deps: Deps, { url, type }: Pick<SeedHub, 'url' | 'type'>): StoredHub | null {
  const address = plainHubUrl(url ?? hubKind(type ?? 'wordpress').example.url);
  const known = deps.world.hubs.get(address);
  if (known) return type === undefined || known.type === type ? known : null;
  return seedHub(deps, { url: address, ...(type && { type }) });
}
