import { createHash } from 'node:crypto';
import type { PostMetricsResponse, RepostPostResponse, ValidatePostResponse } from '@fanfare/contract';
import { contract } from '@fanfare/contract';
import { canonicalJson, chooseIdempotencyKey, hasVersion, headerText } from '@fanfare/rules';
import { initServer } from '@ts-rest/express';
import type { Response } from 'express';
import type { DatabasePool } from '../db/database.ts';
import { requireCaller } from '../http/authenticate-key.ts';
import { etagOf } from '../http/etag.ts';
import { RequestError } from '../http/request-error.ts';
import { fromPublicId } from '../ids.ts';
import type { ReadPostMetricsCommand } from '../post-metrics/read-post-metrics.ts';
import type { RepostPostCommand } from '../reposts/repost-post.ts';
import { cancelPost } from './cancel-post.ts';
import type { CreatedPost, CreatePostCommand } from './create-post.ts';
import { readPostPage } from './list-posts.ts';
import { findPost } from './posts.table.ts';
import { findTargets } from './targets.table.ts';
import { toPost } from './to-post.ts';
import type { ValidateCommand } from './validate-post.ts';

export type PostsDeps = {
  readonly db: DatabasePool;
  readonly createPost: (command: CreatePostCommand, res: Response) => Promise<CreatedPost>;
  readonly validatePost: (command: ValidateCommand) => Promise<ValidatePostResponse>;
  readonly repostPost: (command: RepostPostCommand) => Promise<RepostPostResponse | null>;
  readonly readPostMetrics: (command: ReadPostMetricsCommand) => Promise<PostMetricsResponse | null>;
};

/** Unknown, malformed and foreign ids get the same bytes. */
const noSuchPost = () => new RequestError({ code: 'not_found', message: 'There is no such post in this project.' });

export function postsHandlers(deps: PostsDeps) {
  return initServer().router(contract.posts, {
    create: async ({ body, req, res }) => {
      const headers = (req.headersDistinct['idempotency-key'] ?? []).map(headerText);
      const chosen = chooseIdempotencyKey(body.idempotencyKey, headers);
      if (!chosen.ok) throw new RequestError(chosen.refusal);
      const { idempotencyKey: _, ...request } = body;
      const bodySha256 = createHash('sha256').update(canonicalJson(request)).digest();
      const created = await deps.createPost({ caller: requireCaller(res), key: chosen.key, bodySha256, body }, res);
      if (created.mismatch) res.setHeader('Idempotency-Mismatch', 'true');
      const { post, status } = created;
      if (status === 200) return { status, body: { post, replayed: true, warnings: [] } };
      return { status, body: { post, replayed: false, warnings: [...created.warnings] } };
    },

    validate: async ({ body, res }) => ({
      status: 200,
      body: await deps.validatePost({ projectId: requireCaller(res).projectId, body }),
    }),

    list: async ({ query, res }) => ({
      status: 200,
      body: await readPostPage(deps, requireCaller(res).projectId, query),
    }),

    get: async ({ params, req, res }) => {
      const { projectId } = requireCaller(res);
      const id = fromPublicId('post', params.id);
      const post = id && (await findPost(deps.db, projectId, id));
      if (!post) throw noSuchPost();
      const body = { post: toPost(post, await findTargets(deps.db, projectId, [post.id])) };
      res.setHeader('Cache-Control', 'private, no-cache');
      const etag = etagOf(body);
      res.setHeader('ETag', etag);
      return hasVersion(req.get('if-none-match'), etag) ? { status: 304, body: undefined } : { status: 200, body };
    },

    cancel: async ({ params, res }) => {
      const id = fromPublicId('post', params.id);
      const post = id && (await cancelPost(deps, requireCaller(res).projectId, id));
      if (!post) throw noSuchPost();
      return { status: 200, body: { post } };
    },

    repost: async ({ params, body, res }) => {
      const caller = requireCaller(res);
      const reposted = await deps.repostPost({ caller, postId: params.id, targetIds: body?.targetIds });
      if (!reposted) throw noSuchPost();
      return { status: 200, body: reposted };
    },

    metrics: async ({ params, res }) => {
      const { projectId } = requireCaller(res);
      const metrics = await deps.readPostMetrics({ projectId, postId: params.id, signal: whileConnected(res) });
      if (!metrics) throw noSuchPost();
      return { status: 200, body: metrics };
    },
  });
}

/** Aborted when the caller goes away before there is an answer. */
function whileConnected(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new Error('The caller has gone.'));
  });
  return gone.signal;
}
