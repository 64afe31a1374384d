import express, { type Router } from 'express';
import type { PostView, SandboxContext } from '../../simulator.ts';
import { readContent } from '../content.ts';
import { addHubConnect } from '../hub-connect.ts';
import { answerOversized } from '../oversized-answers.ts';
import type { HubPart } from '../part.ts';
import { addSettingsPages } from '../settings-pages.ts';
import { profileId } from '../users.ts';
import { createMicropubControls } from './controls.ts';
import { advertise, createEndpoints } from './endpoints.ts';
import { copiesOf, publishedNotes } from './note-store.ts';
import { createSite } from './site.ts';
import { isScopes } from './token.ts';
import { ALL_SCOPES, createWorld, type Note, resetWorld, type World } from './world.ts';

/** A hub with Micropub as Indiekit has it: spaces are channels, keys Bearer tokens. */
export function createMicropub(context: SandboxContext): HubPart {
  const world = createWorld(context);
  return {
    hub: world.hub,
    router: createRouter(world),
    posts: () => publishedNotes(world).map((note) => toPostView(world, note)),
    contents: () => ({
      posts: [...world.notes.values()].map(({ url, ...note }) => ({ ...note, id: url, url })),
      media: [...world.media.values()].map(({ url, contentType, bytes }) => ({ id: url, url, contentType, bytes })),
    }),
    deletePost(id) {
      const note = world.notes.get(id);
      if (note) note.deleted = true;
      return note !== undefined;
    },
    spaces: {
      add: ({ slug, name }) => world.channels.set(slug, { uid: slug, name }),
      remove: (slug) => world.channels.delete(slug),
      slugs: () => [...world.channels.keys()],
    },
    rights: { known: isScopes, usual: ALL_SCOPES },
    controls: createMicropubControls(world),
    reset: () => resetWorld(world),
  };
}

function createRouter(world: World): Router {
  const router = express.Router();
  router.use(advertise(world));
  router.use(answerOversized(world.hub));
  addHubConnect(world.hub, router);
  addSettingsPages(world.hub, router);
  router.use(createEndpoints(world));
  router.use(createSite(world));
  return router;
}

function toPostView(world: World, note: Note): PostView {
  const author = world.hub.users.find(({ id }) => id === note.authorId);
  const channels = note.channels.map((uid) => world.channels.get(uid)?.name ?? uid);
  const text = note.contentHtml === null ? note.content : readContent(note.contentHtml).text;
  const notes = [...note.categories.map((name) => `Tag: ${name}`), ...copiesOf(note).map((name) => `Also on ${name}`)];
  return {
    network: 'hub',
    id: note.url,
    url: note.url,
    author: {
      id: author ? profileId(world.hub, author) : '',
      username: author?.username ?? '',
      name: author?.name ?? '',
    },
    place: [world.hub.name, ...channels].join(' · '),
    text: [note.name, text].filter((part) => part !== '').join('\n\n'),
    ...(notes.length > 0 && { notes }),
    media: note.photos.map(({ url, alt }) => ({
      type: 'image',
      url,
      coverUrl: null,
      altText: alt,
      thumbOffsetMs: null,
    })),
    aiGenerated: false,
    createdAt: new Date(note.published).toISOString(),
    comments: [],
    repostedBy: [],
  };
}
