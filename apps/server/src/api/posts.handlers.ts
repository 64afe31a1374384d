import {
  contract,
  type PostMetricsResponse,
  type RepostPostResponse,
  type ValidatePostResponse,
} from '@fanfare/contract';
import {
  answerCreate,
  type CreatedPost,
  chooseIdempotencyKey,
  type Decision,
  hasVersion,
  headerText,
  requestText,
} from '@fanfare/rules';
import type { Response } from 'express';
import { apiHandlers } from '../callers/caller.ts';
import type { RateAnswer } from '../callers/rate-limiter.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import { orRefuse } from '../http/request-error.ts';
import { sha256 } from '../http/sha256.ts';
import { cancelPost } from '../posts/cancel-post.ts';
import type { CreatePostCommand } from '../posts/create-post.ts';
import { readPostPage } from '../posts/list-posts.ts';
import type { ReadPostMetricsCommand } from '../posts/metrics/read-post-metrics.ts';
import { readPost } from '../posts/read-post.ts';
import type { SettledPostCache } from '../posts/settled-post-cache.ts';
import type { ValidateCommand } from '../posts/validate-post.ts';
import type { RepostPostCommand } from '../reposts/repost-post.ts';

type Answered<Answer> = Promise<Decision<{ readonly answer: Answer }>>;

export type PostsDeps = {
  readonly db: DatabasePool;
  readonly lists: Database;
  readonly settledPosts: Pick<SettledPostCache, 'read'>;
  readonly createPost: (command: CreatePostCommand) => Promise<Decision<{ readonly created: CreatedPost }>>;
  /** Counts a publish of a key. */
  readonly countPublish: (callerId: string) => Promise<RateAnswer>;
  readonly validatePost: (command: ValidateCommand) => Answered<ValidatePostResponse>;
  readonly repostPost: (command: RepostPostCommand) => Answered<RepostPostResponse>;
  readonly readPostMetrics: (command: ReadPostMetricsCommand) => Answered<PostMetricsResponse>;
};

export function postsHandlers(deps: PostsDeps) {
  return apiHandlers(contract.posts, {
    create: async ({ body, caller, req, res }) => {
      const keyHeaders = (req.headersDistinct['idempotency-key'] ?? []).map(headerText);
      const { key } = orRefuse(chooseIdempotencyKey(body.idempotencyKey, keyHeaders));
      const bodySha256 = sha256(requestText(body));
      const countPublish = async () => {
        const { headers, refusal } = await deps.countPublish(caller.id);
        res.set(headers);
        return refusal;
      };
      const decision = await deps.createPost({ caller, key, bodySha256, body, countPublish });
      const { status, headers, body: answer } = answerCreate(orRefuse(decision).created);
      res.set(headers);
      return { status, body: answer };
    },

    validate: async ({ body, caller }) => {
      const { answer } = orRefuse(await deps.validatePost({ projectId: caller.projectId, body }));
      return { status: 200, body: answer };
    },

    list: async ({ query, caller }) => {
      const { answer } = orRefuse(await readPostPage({ db: deps.lists }, caller.projectId, query));
      return { status: 200, body: answer };
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

    repost: async ({ params, body, caller }) => {
      const command = { caller, postId: params.id, targetIds: body?.targetIds };
      const { answer } = orRefuse(await deps.repostPost(command));
      return { status: 200, body: answer };
    },

    metrics: async ({ params, caller, res }) => {
      const { projectId } = caller;
      const command = { projectId, postId: params.id, signal: untilDisconnect(res) };
      const { answer } = orRefuse(await deps.readPostMetrics(command));
      return { status: 200, body: answer };
    },
  });
}

/** Aborted when the caller disconnects before there is an answer. */
function untilDisconnect(res: Response): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!res.writableFinished) controller.abort(new Error('The caller disconnected.'));
  };
  if (res.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
}
