import { canonicalJson, chooseIdempotencyKey, hasVersion, keyWithoutEffect } from '@fanfare/rules';
import { etagOf } from '../http/etag.ts';
import type { Handlers } from '../http/handlers.ts';
import { enforceRateLimit } from '../http/rate-limit.ts';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { Project, StoredPost } from '../world.ts';
import { cancelPost } from './cancel-post.ts';
import { createPost } from './create-post.ts';
import { createRepost } from './create-repost.ts';
import { judgeRequest } from './judge-request.ts';
import { listPosts } from './list-posts.ts';
import { readMetrics } from './read-metrics.ts';
import { repostPost } from './repost-post.ts';
import { toPost } from './to-post.ts';

type PostRoutes =
  | 'posts.create'
  | 'posts.validate'
  | 'posts.list'
  | 'posts.get'
  | 'posts.cancel'
  | 'posts.repost'
  | 'posts.metrics'
  | 'reposts.create';

export function postsHandlers(state: MockState): Pick<Handlers, PostRoutes> {
  return {
    'posts.create': async ({ caller, body, idempotencyKeys, answerHeaders }) => {
      const chosen = chooseIdempotencyKey(body.idempotencyKey, idempotencyKeys);
      if (!chosen.ok) throw new RequestRefusal(chosen.refusal);
      const { idempotencyKey: _, ...request } = body;
      const { post, status, warnings, isMismatch } = await createPost(state, {
        project: caller.project,
        key: chosen.key,
        request: canonicalJson(request),
        body,
        countPublish: () =>
          enforceRateLimit(
            state,
            { name: 'publishes', perMinute: state.publishesPerMinute },
            caller.key.id,
            answerHeaders,
          ),
      });
      if (isMismatch) answerHeaders.set('Idempotency-Mismatch', 'true');
      const replayed = status === 200;
      return { status, body: { post: toPost(post), replayed, warnings: replayed ? [] : warnings } };
    },

    'posts.validate': ({ caller, body }) => {
      const { violations, warnings, units, targets } = judgeRequest(state, caller.project, body);
      return {
        status: 200,
        body: {
          valid: violations.length === 0,
          violations,
          warnings: [...keyWithoutEffect(body), ...warnings],
          units,
          targets: targets.map(({ request: { accountId, platform }, cost, linkCard }) => {
            const units = cost.publish + cost.comment;
            return { accountId, platform, units, ...(linkCard !== null && { linkCard }) };
          }),
        },
      };
    },

    'posts.list': ({ caller, query }) => ({ status: 200, body: listPosts(state, caller.project, query) }),

    'posts.get': ({ caller, params, request }) => {
      const body = { post: toPost(requirePost(state, caller.project, params.id)) };
      const etag = etagOf(JSON.stringify(body));
      const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
      const isKnown = hasVersion(request.headers.get('if-none-match'), etag);
      return isKnown ? { status: 304, headers } : { status: 200, body, headers };
    },

    'posts.cancel': ({ caller, params }) => {
      const post = requirePost(state, caller.project, params.id);
      cancelPost(state, post);
      return { status: 200, body: { post: toPost(post) } };
    },

    'posts.repost': async ({ caller, params, body }) => {
      const post = requirePost(state, caller.project, params.id);
      return { status: 200, body: await repostPost(state, caller.project, post, body?.targetIds) };
    },

    'posts.metrics': ({ caller, params }) => {
      return { status: 200, body: readMetrics(state, requirePost(state, caller.project, params.id)) };
    },

    'reposts.create': async ({ caller, body }) => {
      return { status: 200, body: await createRepost(state, caller.project, body) };
    },
  };
}

/** Unknown, malformed and foreign ids get the same answer. */
function requirePost({ world }: MockState, project: Project, id: string): StoredPost {
  const post = world.posts.get(id);
  if (post?.projectId === project.id) return post;
  throw new RequestRefusal({ code: 'not_found', message: 'There is no such post in this project.' });
}
