import type { HubUser } from '../hub.ts';
import { type Answer, insufficientScope, invalidRequest, withAddress } from './answer.ts';
import {
  otherProperties,
  type Properties,
  readNoteContent,
  readPhotos,
  readSyndication,
  readTexts,
} from './properties.ts';
import { scopeFor } from './token.ts';
import type { Note, World } from './world.ts';

// W3C Micropub, 3.3, and what Indiekit 1.0.0-beta.29 does where it is silent, checked 2026-11.
const DAY_PATH = /^(\d{4})-(\d\d)-(\d\d)/;

/** Makes a post. It may be empty, and its channel may be unknown. */
export async function createNote(world: World, user: HubUser, properties: Properties): Promise<Answer> {
  const scope = scopeFor(user, 'create');
  if (scope === null) return insufficientScope('create');
  const channels = readChannels(world, properties);
  if (channels === null) return invalidRequest('Unknown channel');

  const now = world.context.clock.now();
  const [given = ''] = readTexts(properties, 'published');
  const published = Number.isNaN(Date.parse(given)) ? now : Date.parse(given);
  const name = readTexts(properties, 'name')[0]?.trim() ?? '';
  const photos = await copyPhotos(world, readPhotos(properties));
  const uid = world.context.randomHex(12);
  const kind = name !== '' ? 'articles' : photos.length > 0 ? 'photos' : 'notes';
  const wanted =
    toSlug(readTexts(properties, 'mp-slug')[0] ?? name.split(/\s+/).slice(0, 5).join(' ')) || uid.slice(0, 5);
  const { url, slug } = freeAddress(world, `${kind}/${dayPath(published)}`, wanted);
  const note: Note = {
    uid,
    url,
    slug,
    authorId: user.id,
    name,
    ...readNoteContent(properties),
    photos,
    channels,
    categories: readTexts(properties, 'category'),
    syndicateTo: readSyndication(properties),
    status: statusOf(world, scope, properties),
    more: otherProperties(properties),
    published,
    updated: null,
    deleted: false,
  };
  world.notes.set(url, note);
  const status = world.habits.createStatus;
  const success = status === 202 ? 'create_pending' : 'create';
  const description = status === 202 ? `Post will be created at ${url}` : `Post created at ${url}`;
  return withAddress(world, { status, body: { success, success_description: description } }, url);
}

function statusOf({ habits }: World, scope: 'full' | 'draft', properties: Properties): Note['status'] {
  const [wanted = habits.usualStatus] = readTexts(properties, 'post-status');
  return scope === 'draft' || wanted === 'draft' ? 'draft' : 'published';
}

/** The channels of a post: known ones, else the default one. */
export function readChannels(world: World, properties: Properties): readonly string[] | null {
  const wanted = readTexts(properties, 'mp-channel');
  const known = wanted.filter((uid) => world.channels.has(uid));
  if (known.length > 0) return known;
  if (wanted.length > 0 && world.habits.unknownChannel === 'refuse') return null;
  return [...world.channels.keys()].slice(0, 1);
}

/** Addresses of other sites are copied if possible (Micropub, 3.3.2). */
async function copyPhotos(world: World, photos: Note['photos']): Promise<Note['photos']> {
  return Promise.all(
    photos.map(async (photo) => {
      if (world.media.has(photo.url) || !URL.canParse(photo.url)) return photo;
      const fetched = await world.context.fetchMedia(photo.url);
      return fetched.ok && fetched.sniffed !== null
        ? { ...photo, url: world.context.blobs.put(fetched.bytes, fetched.sniffed).url }
        : photo;
    }),
  );
}

function freeAddress(world: World, folder: string, wanted: string): { readonly url: string; readonly slug: string } {
  const urlOf = (slug: string) => `${world.hub.url()}/${folder}/${slug}/`;
  let slug = wanted;
  for (let number = 2; world.notes.has(urlOf(slug)); number++) slug = `${wanted}-${number}`;
  return { url: urlOf(slug), slug };
}

function dayPath(ms: number): string {
  const [, year, month, day] = DAY_PATH.exec(new Date(ms).toISOString()) ?? [];
  return `${year}/${month}/${day}`;
}

function toSlug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 120);
}
