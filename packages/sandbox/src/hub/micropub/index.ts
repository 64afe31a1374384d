import express, { type Router } from 'express';
import type { SandboxContext } from '../../simulator.ts';
import { showEditorPage } from '../editor-page.ts';
import { addHubConnect } from '../hub-connect.ts';
import { answerOversized } from '../oversized-answers.ts';
import type { HubPart } from '../part.ts';
import { addSettingsPages } from '../settings-pages.ts';
import { createMicropubControls } from './controls.ts';
import { advertise, createEndpoints } from './endpoints.ts';
import { publishedNotes } from './note-store.ts';
import { createSite } from './site.ts';
import { editedPosts, toPostView } from './to-view.ts';
import { isScopes } from './token.ts';
import { ALL_SCOPES, createWorld, resetWorld, type World } from './world.ts';

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
  router.get(
    '/posts',
    showEditorPage(world.hub, () => editedPosts(world)),
  );
  router.use(createEndpoints(world));
  router.use(createSite(world));
  return router;
}
