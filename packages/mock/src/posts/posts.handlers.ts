import { decideCancel, hasVersion, noSuch } from '@fanfare/rules';
import { postFacts } from '../events/event-facts.ts';
import { etagOf } from '../http/etag.ts';
import type { Handlers } from '../http/handlers.ts';
import { headerOf } from '../http/http-request.ts';
import type { MockState } from '../mock-state.ts';
import { orRefuse, RequestRefusal } from '../request-refusal.ts';
import type { Project, StoredPost } from '../world.ts';
import { settleFailed } from './publish-target.ts';
import { targetError } from './target-error.ts';
import { toPost } from './to-post.ts';

type PostRoutes =
  | 'posts.create'
  | 'posts.validate'
  | 'posts.list'
  | 'posts.get'
  | 'posts.cancel'
  | 'posts.repost'
  | 'posts.unpublish'
  | 'posts.metrics'
  | 'reposts.create';

export function postsHandlers(state: MockState): Pick<Handlers, PostRoutes> {
  return {
    'posts.create': async (context) => (await import('./answer-new-posts.ts')).answerCreated(state, context),

    'posts.validate': async (context) => (await import('./answer-new-posts.ts')).answerValidated(state, context),

    'posts.list': async ({ caller, query }) => {
      const { filterPosts } = await import('./filter-posts.ts');
      return { status: 200, body: orRefuse(filterPosts(state, caller.project, query)).answer };
    },

    'posts.get': ({ caller, params, request }) => {
      const body = { post: toPost(requirePost(state, caller.project, params.id)) };
      const etag = etagOf(JSON.stringify(body));
      const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
      const isKnown = hasVersion(headerOf(request, 'if-none-match'), etag);
      return isKnown ? { status: 304, headers } : { status: 200, body, headers };
    },

    'posts.cancel': ({ caller, params }) => {
      const post = requirePost(state, caller.project, params.id);
      if (!orRefuse(decideCancel(toPost(post))).isDone) cancelPost(state, post);
      return { status: 200, body: { post: toPost(post) } };
    },

    'posts.repost': async ({ caller, params, body }) => {
      const post = requirePost(state, caller.project, params.id);
      const { repostPost } = await import('./reposts.ts');
      const { reposts } = orRefuse(await repostPost(state, caller.project, post, body?.targetIds));
      return { status: 200, body: { reposts } };
    },

    'posts.unpublish': async ({ caller, params, body }) => {
      const post = requirePost(state, caller.project, params.id);
      const { unpublishPost } = await import('./unpublish.ts');
      const { targets } = orRefuse(unpublishPost(state, post, body?.targetIds));
      return { status: 200, body: { targets } };
    },

    'posts.metrics': async ({ caller, params }) => {
      const { readMetrics } = await import('./read-metrics.ts');
      return { status: 200, body: readMetrics(state, requirePost(state, caller.project, params.id)) };
    },

    'reposts.create': async ({ caller, body }) => {
      const { createRepost } = await import('./reposts.ts');
      const { reposts } = orRefuse(await createRepost(state, caller.project, body));
      return { status: 200, body: { reposts } };
    },
  };
}

function requirePost({ world }: MockState, project: Project, id: string): StoredPost {
  const post = world.posts.get(id);
  if (post?.projectId === project.id) return post;
  throw new RequestRefusal(noSuch('post'));
}

function cancelPost({ world, clock, events }: MockState, post: StoredPost): void {
  post.cancelledAtMs = clock.now();
  for (const target of post.targets) settleFailed({ world }, post, target, targetError('cancelled'));
  events.write(post.projectId, { type: 'post.cancelled', post: postFacts(world, post) });
}
