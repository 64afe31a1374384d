import type { Contract } from '../contract.ts';
import type { RouteName } from '../route-names.ts';
import { accountsNotes } from './accounts.notes.ts';
import { draftsNotes } from './drafts.notes.ts';
import { eventsNotes } from './events.notes.ts';
import { mediaNotes } from './media.notes.ts';
import { platformsNotes } from './platforms.notes.ts';
import { postsNotes } from './posts.notes.ts';
import { repostsNotes } from './reposts.notes.ts';
import type { RouteNotes } from './route-notes.ts';
import { usageNotes } from './usage.notes.ts';
import { webhooksNotes } from './webhooks.notes.ts';

const BY_RESOURCE: { readonly [Resource in keyof Contract]: Readonly<Record<keyof Contract[Resource], RouteNotes>> } = {
  accounts: accountsNotes,
  posts: postsNotes,
  drafts: draftsNotes,
  media: mediaNotes,
  reposts: repostsNotes,
  usage: usageNotes,
  platforms: platformsNotes,
  webhooks: webhooksNotes,
  events: eventsNotes,
};

/**
 * Finds the notes of the API description about a route.
 *
 * @example
 * notesOf('posts.get').operationId; // 'getPost'
 */
export function notesOf(name: RouteName): RouteNotes {
  const [resource = '', route = ''] = name.split('.');
  // Split names are strings; the type above holds every one of them.
  const notes = (BY_RESOURCE as Readonly<Record<string, Readonly<Record<string, RouteNotes>>>>)[resource]?.[route];
  if (notes === undefined) throw new Error(`route ${name} has no notes`);
  return notes;
}
