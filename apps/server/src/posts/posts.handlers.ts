import { contract } from '@fanfare/contract';
import type { Egress } from '@fanfare/network';
import { answerCreate, chooseIdempotencyKey, hasVersion, headerText, requestText } from '@fanfare/rules';
import { apiHandlers } from '../callers/caller.ts';
import { countInRoute } from '../callers/count-request.ts';
import type { RateLimiter } from '../callers/rate-limiter.ts';
import type { CallersPool, ListsPool } from '../db/database.ts';
import { labelCursor } from '../http/label-cursor.ts';
import { orRefuse } from '../http/request-error.ts';
import { requireOriginalData } from '../http/require-original-data.ts';
import { sha256 } from '../http/sha256.ts';
import type { CountPages } from '../media/pages/page-counter.ts';
import type { RestoreGuard } from '../publishing/restore-guard.ts';
import { cancelPost } from './cancel-post.ts';
import { type CreatePostDeps, createPost } from './create-post.ts';
import { readPostPage } from './list-posts.ts';
import { readPost } from './read-post.ts';
import type { SettledPostCache } from './settled-post-cache.ts';
import { validatePost } from './validate-post.ts';

type PostsHandlersDeps = CreatePostDeps & {
  readonly db: CallersPool;
  readonly lists: ListsPool;
  readonly settledPosts: Pick<SettledPostCache, 'read'>;
  readonly rateLimiter: RateLimiter;
  readonly egress: Egress;
  readonly countPages: CountPages;
  readonly publishesPerMinute: number;
  readonly restoreGuard: Pick<RestoreGuard, 'isRestored'>;
};

/** The routes of posts, without `repost` and `metrics`. */
export function postsHandlers(deps: PostsHandlersDeps) {
  const { rateLimiter, publishesPerMinute } = deps;
  const { create, validate, list, get, cancel } = contract.posts;
  return apiHandlers(
    { create, validate, list, get, cancel },
    {
      create: async ({ body, caller, req, res }) => {
        const keyHeaders = (req.headersDistinct['idempotency-key'] ?? []).map(headerText);
        const { key } = orRefuse(chooseIdempotencyKey(body.idempotencyKey, keyHeaders));
        const bodySha256 = sha256(requestText(body));
        const countPublish = () => countInRoute({ rateLimiter, perMinute: publishesPerMinute }, req, res);
        requireOriginalData(deps.restoreGuard);
        const decision = await createPost(deps, { caller, key, bodySha256, body, countPublish });
        const { status, headers, body: answer } = answerCreate(orRefuse(decision).created);
        res.set(headers);
        return { status, body: answer };
      },

      validate: async ({ body, caller }) => {
        const { answer } = orRefuse(await validatePost(deps, caller.projectId, body));
        return { status: 200, body: answer };
      },

      list: async ({ query, caller }) => {
        const { answer } = orRefuse(await readPostPage(deps, caller.projectId, query));
        return { status: 200, body: labelCursor(deps.ids.cell, answer) };
      },

      get: async ({ params, caller, req, res }) => {
        const { projectId } = caller;
        const { id } = params;
        const { body, etag } = await deps.settledPosts.read(
          { projectId, id },
          async () => orRefuse(await readPost(deps, projectId, id)).post,
        );
        res.setHeader('Cache-Control', 'private, no-cache');
        res.setHeader('ETag', etag);
        return hasVersion(req.get('if-none-match'), etag) ? { status: 304, body: undefined } : { status: 200, body };
      },

      cancel: async ({ params, caller }) => {
        const { post } = orRefuse(await cancelPost(deps, caller.projectId, params.id));
        return { status: 200, body: { post } };
      },
    },
  );
}
