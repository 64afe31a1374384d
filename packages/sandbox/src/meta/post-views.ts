import express, { type Router } from 'express';
import { renderPostPage } from '../post-page.ts';
import type { PostView } from '../simulator.ts';
import type { MetaPost } from './posts.ts';
import type { MetaState } from './state.ts';

/** The posts of a network as readers see them. */
export type ViewRules<Post extends MetaPost> = {
  /** False for a post that is shown only below or on another one. */
  isTopLevel?(post: Post): boolean;
  /** The fields of a post besides author, text and files. */
  extrasOf(post: Post): Pick<PostView, 'poll' | 'notes' | 'aiGenerated' | 'comments' | 'repostedBy'>;
};

type ViewDeps<Post extends MetaPost> = MetaState<Post> & {
  readonly name: PostView['network'];
  readonly views: ViewRules<Post>;
  readonly permalinkPath: (post: Post) => string;
  /** Express paths of the public pages, with `:shortcode` or `:id`. */
  readonly pageRoutes: readonly string[];
};

/** Newest first. */
export function viewsOfPosts<Post extends MetaPost>(deps: ViewDeps<Post>): readonly PostView[] {
  return deps.posts
    .all()
    .filter((post) => deps.views.isTopLevel?.(post) ?? true)
    .toReversed()
    .map((post) => viewOfPost(deps, post));
}

function viewOfPost<Post extends MetaPost>(deps: ViewDeps<Post>, post: Post): PostView {
  const author = deps.world.profiles.byUsername(post.username);
  return {
    network: deps.name,
    id: post.id,
    url: deps.urlOf(post),
    author: { id: author?.accountId ?? '', username: post.username, name: author?.name ?? post.username },
    text: post.draft.text,
    media: post.draft.items,
    createdAt: new Date(post.publishedAt).toISOString(),
    ...deps.views.extrasOf(post),
  };
}

/** The public pages of posts, each under its permalink alone. */
export function createPublicPages<Post extends MetaPost>(deps: ViewDeps<Post>): Router {
  const router = express.Router();
  router.get([...deps.pageRoutes], (req, res, next) => {
    const { shortcode, id } = req.params as Readonly<Record<string, string | undefined>>;
    const post = deps.posts.byShortcode(shortcode ?? '') ?? deps.posts.find(id ?? '');
    if (!post || withoutSlash(deps.permalinkPath(post)) !== withoutSlash(decodeURI(req.path))) return next();
    res.type('html').send(renderPostPage(viewOfPost(deps, post)));
  });
  return router;
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
