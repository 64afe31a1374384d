import express, { type Router } from 'express';
import { renderPostPage } from '../post/post-page.ts';
import type { PostView } from '../post/post-view.ts';
import { renderProfilePage } from '../post/profile-page.ts';
import { renderStoryPage } from '../post/story-page.ts';
import type { MetaPost } from './posts.ts';
import { viewOfProfile } from './profiles.ts';
import type { MetaState } from './state.ts';

/** The fields of a view that the networks fill differently. */
export type ViewExtras = Omit<PostView, 'network' | 'id' | 'url' | 'author' | 'text' | 'media' | 'createdAt'>;

/** The posts of a network as readers see them. */
export type ViewRules<Post extends MetaPost> = {
  /** False for a post that is shown only below or on another one. */
  isTopLevel?(post: Post): boolean;
  /** The fields of a post besides author, text and files. */
  extrasOf(post: Post): ViewExtras;
};

type ViewDeps<Post extends MetaPost> = MetaState<Post> & {
  readonly name: PostView['network'];
  readonly views: ViewRules<Post>;
  readonly permalinkPath: (post: Post) => string;
  /** Path of a person's profile; also of `:username`, as Express takes it. */
  readonly profilePath: (username: string) => string;
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

/** The public pages: posts, each under its permalink alone, and profiles. */
export function createPublicPages<Post extends MetaPost>(deps: ViewDeps<Post>): Router {
  const router = express.Router();
  const { clock } = deps.world;
  router.get([...deps.pageRoutes], (req, res, next) => {
    const { shortcode, id } = req.params as Readonly<Record<string, string | undefined>>;
    const post = deps.posts.byShortcode(shortcode ?? '') ?? deps.posts.find(id ?? '');
    if (!post || withoutSlash(deps.permalinkPath(post)) !== withoutSlash(decodeURI(req.path))) return next();
    const view = viewOfPost(deps, post);
    const profilePath = `/${deps.name}/www${deps.profilePath(post.username)}`;
    if (isOver(view, clock.now())) return next();
    if (view.format !== 'story')
      return void res.type('html').send(renderPostPage(view, { nowMs: clock.now(), profilePath }));
    const stories = deps.posts.of(post.username).map((each) => viewOfPost(deps, each));
    const present = stories.filter((each) => each.format === 'story' && !isOver(each, clock.now()));
    res.type('html').send(renderStoryPage(view, { nowMs: clock.now(), profilePath, stories: present }));
  });
  router.get(deps.profilePath(':username'), (req, res, next) => {
    const profile = deps.world.profiles.byUsername(req.params.username ?? '');
    if (!profile) return next();
    const posts = viewsOfPosts(deps).filter(({ author }) => author.username === profile.username);
    const person = viewOfProfile(profile);
    res.type('html').send(renderProfilePage({ network: deps.name, person, posts, nowMs: clock.now() }));
  });
  return router;
}

/** True when a story or ghost post is shown no more. */
const isOver = ({ expiresAt }: PostView, nowMs: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= nowMs;

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
