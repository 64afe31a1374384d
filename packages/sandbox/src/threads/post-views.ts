import express, { type Router } from 'express';
import type { MetaWorld } from '../meta/world.ts';
import { renderPostPage } from '../post-page.ts';
import type { PostView } from '../simulator.ts';
import type { ThreadsPost, ThreadsPostBook } from './posts.ts';

type ViewDeps = { readonly world: MetaWorld; readonly posts: ThreadsPostBook };

/** Posts as readers see them: a reply stands below the post it answers, a repost is a mark on the post it repeats. */
export function viewsOfPosts(deps: ViewDeps): readonly PostView[] {
  return deps.posts
    .all()
    .filter(({ draft, repostOf }) => draft.replyTo === null && repostOf === null)
    .toReversed()
    .map((post) => viewOfPost(deps, post));
}

function viewOfPost(deps: ViewDeps, post: ThreadsPost): PostView {
  const { world, posts } = deps;
  const author = world.profiles.byUsername(post.username);
  return {
    network: 'threads',
    id: post.id,
    url: `${world.context.urlOf('threads', 'www')}/@${post.username}/post/${post.shortcode}`,
    author: { id: author?.accountId ?? '', username: post.username, name: author?.name ?? post.username },
    text: post.draft.text,
    media: post.draft.items,
    aiGenerated: false,
    createdAt: new Date(post.publishedAt).toISOString(),
    comments: posts.repliesTo(post.id).map(({ id, username, draft }) => ({ id, author: username, text: draft.text })),
    repostedBy: posts.repostsOf(post.id).map(({ username }) => username),
  };
}

/** Public pages: `/@ada/post/…`; replies have one too. */
export function createPublicPages(deps: ViewDeps): Router {
  const router = express.Router();
  router.get('/@:username/post/:shortcode', (req, res, next) => {
    const post = deps.posts.byShortcode(req.params.shortcode);
    if (post?.username !== req.params.username) return next();
    res.type('html').send(renderPostPage(viewOfPost(deps, post)));
  });
  return router;
}
