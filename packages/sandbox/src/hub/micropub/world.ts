import type { SandboxContext } from '../../simulator.ts';
import { createHubBase, emptyHub, type Hub } from '../hub.ts';
import { addUser } from '../users.ts';
import { defaultHabits, type Habits } from './habits.ts';

export type Channel = { readonly uid: string; readonly name: string };

export type Photo = { readonly url: string; readonly alt: string | null };

export type Note = {
  readonly uid: string;
  /** Its public address, which is also its id. */
  readonly url: string;
  readonly slug: string;
  readonly authorId: number;
  name: string;
  /** Plain text, or HTML as it was sent. */
  content: string;
  contentHtml: string | null;
  photos: readonly Photo[];
  channels: readonly string[];
  categories: readonly string[];
  /** The uids of the places that get a copy. */
  syndicateTo: readonly string[];
  status: 'published' | 'draft';
  /** Other properties, as they were sent. */
  more: Readonly<Record<string, readonly unknown[]>>;
  readonly published: number;
  updated: number | null;
  deleted: boolean;
};

export type MediaFile = {
  readonly url: string;
  readonly file: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly authorId: number;
  readonly uploaded: number;
};

/** All there is on this Micropub site. The first channel is the default one. */
export type World = {
  readonly hub: Hub;
  readonly context: SandboxContext;
  readonly channels: Map<string, Channel>;
  /** By address. */
  readonly notes: Map<string, Note>;
  readonly media: Map<string, MediaFile>;
  habits: Habits;
  /** Calls since when, for the rate limit. */
  window: { startedAt: number; calls: number };
};

/** Places that get a copy of a post where its author says so. */
export const SYNDICATION = [
  { uid: 'https://social.example/@tidepool', name: 'Tidepool on Social' },
  { uid: 'https://photos.example/tidepool', name: 'Tidepool Photos' },
] as const;

/** Everything that a token of Indiekit may be made for. */
export const ALL_SCOPES = 'create update delete media';

export function createWorld(context: SandboxContext): World {
  const world: World = {
    hub: createHubBase({
      role: 'micropub',
      name: 'Tidepool Notes',
      tagline: 'Short notes and pictures from the shore',
      context,
      newKey: () => `mp_${context.randomHex(32)}`,
      apiPath: '/micropub',
      identityOf: (url, user) => `${url}/people/${user.username}/`,
    }),
    context,
    channels: new Map(),
    notes: new Map(),
    media: new Map(),
    habits: defaultHabits(),
    window: { startedAt: 0, calls: 0 },
  };
  addDefaults(world);
  return world;
}

export function resetWorld(world: World): void {
  emptyHub(world.hub);
  for (const part of [world.channels, world.notes, world.media]) part.clear();
  world.habits = defaultHabits();
  world.window = { startedAt: 0, calls: 0 };
  addDefaults(world);
}

function addDefaults(world: World): void {
  addUser(world.hub, { username: 'ann', name: 'Ann Lindqvist', right: ALL_SCOPES });
  addUser(world.hub, { username: 'nils', name: 'Nils Aho', right: 'draft media' });
  addUser(world.hub, { username: 'rita', name: 'Rita Okoye', right: 'read' });
  for (const [uid, name] of [
    ['notes', 'Notes'],
    ['news', 'News'],
    ['photos', 'Photos'],
    ['events', 'Events'],
  ] as const)
    world.channels.set(uid, { uid, name });
}
