import express, { type Router } from 'express';
import type { SandboxContext } from '../../simulator.ts';
import { showEditorPage } from '../editor-page.ts';
import { addHubConnect } from '../hub-connect.ts';
import { answerOversized } from '../oversized-answers.ts';
import type { HubPart } from '../part.ts';
import { addSettingsPages } from '../settings-pages.ts';
import { createWordpressControls } from './controls.ts';
import { fileUrl, linkOf } from './permalinks.ts';
import { livePost, livePosts, publishedPosts } from './post-store.ts';
import { trashPost } from './read-posts.ts';
import { createRestApi } from './rest-api.ts';
import { readRestRoute } from './rest-route.ts';
import { isRole } from './roles.ts';
import { createSite } from './site.ts';
import { editedPosts, toPostView } from './to-view.ts';
import { addCategory, createWorld, resetWorld, type World } from './world.ts';

/** A hub that runs WordPress 6.1: spaces are categories, keys are application passwords. */
export function createWordpress(context: SandboxContext): HubPart {
  const world = createWorld(context);
  const categoryOf = (slug: string) => [...world.categories.values()].find((each) => each.slug === slug);
  return {
    hub: world.hub,
    router: createRouter(world),
    posts: () => publishedPosts(world).map((post) => toPostView(world, post)),
    contents: () => contentsOf(world),
    deletePost(id) {
      const post = livePost(world, Number(id));
      if (post && post.status !== 'trash') trashPost(post);
      return post !== undefined;
    },
    spaces: {
      add: (space) => addCategory(world, space),
      remove: (slug) => world.categories.delete(categoryOf(slug)?.id ?? 0),
      slugs: () => [...world.categories.values()].map(({ slug }) => slug),
    },
    rights: { known: isRole, usual: 'author' },
    controls: createWordpressControls(world),
    reset: () => resetWorld(world),
  };
}

function contentsOf(world: World): ReturnType<HubPart['contents']> {
  const posts = livePosts(world).map((post) => {
    const { id, status, slug, title, content, excerpt, categories, tags, featuredMedia, authorId } = post;
    const texts = { slug, title, content, excerpt };
    return { ...texts, id: String(id), status, categories, tags, featuredMedia, authorId, url: linkOf(world, post) };
  });
  const media = [...world.media.values()].map((file) => {
    const { id, altText, mimeType, bytes, post } = file;
    return { id: String(id), url: fileUrl(world, file), altText, mimeType, bytes, post };
  });
  return { posts, media };
}

function createRouter(world: World): Router {
  const router = express.Router();
  router.use((req, _res, next) => {
    const [path = '', query = ''] = req.url.split('?');
    const route = readRestRoute(path, query);
    if (route) req.url = `${route.path}?${route.query}`;
    next();
  });
  router.use(answerOversized(world.hub));
  router.use('/wp-json', createRestApi(world));
  addHubConnect(world.hub, router);
  addSettingsPages(world.hub, router);
  router.get(
    '/wp-admin/edit.php',
    showEditorPage(world.hub, () => editedPosts(world)),
  );
  router.use(createSite(world));
  return router;
}
