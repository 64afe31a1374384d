import { HUB_TYPES, type HubType, type Metrics, type TargetOptions } from '@fanfare/contract';
import { hubUserId } from '@fanfare/rules';
import { profileIdOf } from '../accounts/profile-id.ts';
import type { Ids } from '../ids.ts';
import type { SeedSpace } from './seed-hub.ts';

/** The differences between the kinds of hubs. */
type HubKind = {
  /** The usual name of the software or the protocol. */
  readonly name: string;
  /** The hub that seeded accounts are on unless they name another. */
  readonly example: { readonly url: string; readonly name: string };
  readonly spaces: readonly SeedSpace[];
  /** Public page of a space; null where spaces have none. */
  readonly pageOf: (hubUrl: string, slug: string) => string | null;
  /** The name of an account. */
  readonly nameOf: (hubUrl: string, username: string) => string;
  /** The hub's own id of a user. */
  readonly remoteIdOf: (hubUrl: string, username: string) => string;
  readonly sent: (
    ids: Ids,
    hubUrl: string,
    options: TargetOptions,
  ) => { readonly platformPostId: string; readonly url: string | null };
  /** Counts that it reports. */
  readonly counts: readonly (keyof Metrics)[];
  /** Whether disconnecting an account deletes its key on the hub. */
  readonly deletesKeys: boolean;
};

/** Sources: WordPress REST API handbook; W3C Micropub and its Channels extension (2026-11). */
const KINDS = {
  wordpress: {
    name: 'WordPress',
    example: { url: 'https://community.example.org', name: 'Community' },
    spaces: [
      { slug: 'events', id: '3', name: 'Events' },
      { slug: 'news', id: '2', name: 'News' },
      { slug: 'recipes', id: '7', name: 'Recipes', description: 'What we bake, and how.' },
    ],
    pageOf: (hubUrl, slug) => `${hubUrl}/category/${slug}/`,
    nameOf: (_, username) => username,
    remoteIdOf: (hubUrl, username) => String(BigInt(profileIdOf('hub', `${hubUrl} ${username}`)) % 1_000_000_000n),
    sent: (ids, hubUrl, { wordpress }) => {
      const platformPostId = ids.digits(6);
      // Visitors do not see a post that waits for review.
      return { platformPostId, url: wordpress?.status === 'pending' ? null : `${hubUrl}/?p=${platformPostId}` };
    },
    counts: ['comments'],
    deletesKeys: true,
  },
  micropub: {
    name: 'Micropub',
    example: { url: 'https://notes.example.org', name: 'notes.example.org' },
    spaces: [
      { slug: 'notes', name: 'Notes' },
      { slug: 'photos', name: 'Photos' },
    ],
    pageOf: () => null,
    // A Micropub user is an address, shown as people write it.
    nameOf: (hubUrl, username) => `${hubUrl}/${username}`.replace(/^https?:\/\/|\/$/g, ''),
    remoteIdOf: (hubUrl, username) => `${hubUrl}/${username}`,
    sent: (ids, hubUrl) => {
      const url = `${hubUrl}/notes/${ids.token(8)}`;
      return { platformPostId: url, url };
    },
    counts: [],
    deletesKeys: false,
  },
} as const satisfies Record<(typeof HUB_TYPES)[number], HubKind>;

/** The kinds of hubs that the mock knows: the shipped ones. */
export const HUB_KINDS: readonly HubType[] = HUB_TYPES;

/** Throws RangeError for a type that an installation has added. */
export function hubKind(type: HubType): HubKind {
  const kind = Object.hasOwn(KINDS, type) ? Reflect.get(KINDS, type) : undefined;
  if (kind) return kind;
  throw new RangeError(`The mock knows no hubs of the type ${type}.`);
}

/** `platformUserId` of a hub user: the same for the same name on the same hub. */
export const hubProfileId = (type: HubType, hubUrl: string, username: string): string =>
  hubUserId(hubKind(type).remoteIdOf(hubUrl, username), hubUrl);
