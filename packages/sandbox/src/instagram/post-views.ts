import express, { type Router } from 'express';
import type { MetaWorld } from '../meta/world.ts';
import { renderPostPage } from '../post-page.ts';
import type { PostView } from '../simulator.ts';
import { type InstagramMedia, type InstagramMediaBook, permalinkPath } from './media.ts';

type ViewDeps = { readonly world: MetaWorld; readonly media: InstagramMediaBook };

/** A post as a reader sees it. */
export function viewOfMedia(deps: ViewDeps, media: InstagramMedia): PostView {
  const { world } = deps;
  const author = world.profiles.byUsername(media.username);
  return {
    network: 'instagram',
    id: media.id,
    url: `${world.context.urlOf('instagram', 'www')}${permalinkPath(media)}`,
    author: { id: author?.accountId ?? '', username: media.username, name: author?.name ?? media.username },
    text: media.draft.caption,
    media: media.draft.items,
    aiGenerated: media.draft.isAiGenerated,
    createdAt: new Date(media.publishedAt).toISOString(),
    comments: media.comments
      .flatMap((comment) => [comment, ...comment.replies])
      .map(({ id, username, text }) => ({ id, author: username, text })),
    repostedBy: [],
  };
}

/** Public pages: `/p/…`, `/reel/…`, `/stories/…`. */
export function createPublicPages(deps: ViewDeps): Router {
  const router = express.Router();
  router.get(['/p/:shortcode', '/reel/:shortcode', '/stories/:username/:id'], (req, res, next) => {
    const media = deps.media.byShortcode(req.params.shortcode ?? '') ?? deps.media.find(req.params.id ?? '');
    if (!media || permalinkPath(media) !== `${req.path.replace(/\/$/, '')}/`) return next();
    res.type('html').send(renderPostPage(viewOfMedia(deps, media)));
  });
  return router;
}
