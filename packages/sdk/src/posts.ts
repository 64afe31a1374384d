import { AnswerPromise } from './answer-promise.ts';
import { ListPromise } from './list-promise.ts';
import type { Media } from './media.ts';
import type { RequestOptions } from './options.ts';
import { path } from './path.ts';
import type { FileItem, PostWithFiles, TargetWithFiles } from './post-files.ts';
import { type KeyedRequest, publish, publishAndWait, withKey } from './publish.ts';
import type { Runtime } from './runtime.ts';
import type { Answer, Send } from './transport.ts';
import type {
  ListPostsParams,
  Post,
  PostAnswer,
  PostCreated,
  PostList,
  PostMetrics,
  PostReposted,
  PostUnpublished,
  PostValidated,
  RepostPostRequest,
  UnpublishPostRequest,
  ValidatePostRequest,
} from './types.gen.ts';
import { type WaitOptions, waitUntilSettled } from './wait-until-settled.ts';

/** A post that is being created, and the key with which you can safely send the request again. */
export class CreatingPost extends AnswerPromise<PostCreated> {
  /** The key of the request: the caller’s own, or the one the SDK made. */
  readonly idempotencyKey: string;

  /** @internal */
  constructor(answer: Promise<Answer<PostCreated>>, idempotencyKey: string) {
    super(answer);
    this.idempotencyKey = idempotencyKey;
  }
}

/** Publish one piece of content to several accounts, now or later. */
export class Posts {
  readonly #send: Send;
  readonly #runtime: Runtime;
  readonly #media: Media;

  /** @internal */
  constructor(send: Send, runtime: Runtime, media: Media) {
    this.#send = send;
    this.#runtime = runtime;
    this.#media = media;
  }

  /** Uploads the files of a request, if it has any, and then makes the post. */
  #create(
    request: PostWithFiles,
    signal: AbortSignal | undefined,
    make: (keyed: KeyedRequest) => Promise<Answer<PostCreated>>,
  ): CreatingPost {
    const idempotencyKey = request.idempotencyKey ?? this.#runtime.newKey();
    const keyed = { ...request, idempotencyKey };
    // The server judges the shape of a request, so nothing is certain of it here.
    const targets: readonly Partial<TargetWithFiles>[] = [request.platforms as never].flat();
    const holders = [request, ...targets, ...targets.map((target) => target?.thread)].flat();
    const hasFiles = holders.some((one) =>
      [one?.mediaItems].flat().some((item) => (item as Partial<FileItem> | undefined)?.file),
    );
    const uploaded = async (): Promise<KeyedRequest> =>
      (await import('./upload-chunk.ts')).uploadFiles(this.#media, keyed, signal);
    const made = hasFiles ? withKey(idempotencyKey, uploaded).then(make) : make(keyed as KeyedRequest);
    return new CreatingPost(made, idempotencyKey);
  }

  /**
   * Publishes to 1 to 10 accounts and waits for every network; with `publishAt` it schedules.
   * Targets fail independently: read `post.targets[].status`. After a lost connection, a time-out
   * or a server error the SDK sends the request again with the same key, so that nothing is
   * published twice, and waits up to an hour for a post that is being published by then.
   *
   * A media item with `file` in place of `url` is uploaded first, as by `media.upload`; also in
   * `thread`.
   *
   * Throws `InvalidPostError` with every broken rule in `details`, `AccountNotFoundError`,
   * `QuotaExceededError` and other `FanfareError`s.
   *
   * @example
   * const { post } = await fanfare.posts.create({
   *   content: 'The harbour is awake.',
   *   platforms: [{ platform: 'x', accountId: account.id }],
   * });
   * for (const target of post.targets) {
   *   if (target.status === 'failed') console.log(target.platform, target.errorDetail.remedy);
   *   else console.log(target.platform, target.status); // x published
   * }
   */
  create(request: PostWithFiles, options?: RequestOptions): CreatingPost {
    const deps = { send: this.#send, runtime: this.#runtime };
    return this.#create(request, options?.signal, (keyed) => publish(deps, keyed, options));
  }

  /**
   * Like `create`, but also waits until every target of a scheduled post has its final status.
   * `onProgress` reports a post that takes longer than two seconds while it is published.
   * `timeoutMs` counts from the creation of the post, or from its `publishAt`.
   *
   * @example
   * const { post } = await fanfare.posts.createAndWait(
   *   {
   *     content: 'In a second.',
   *     platforms: [{ platform: 'x', accountId: account.id }],
   *     publishAt: new Date(Date.now() + 1000),
   *   },
   *   { onProgress: ({ status }) => console.log(status) }, // scheduled
   * );
   * console.log(post.targets[0]?.status); // published
   */
  createAndWait(request: PostWithFiles, options: WaitOptions = {}): CreatingPost {
    const deps = { send: this.#send, runtime: this.#runtime };
    return this.#create(request, options.signal, (keyed) => publishAndWait(deps, keyed, options));
  }

  /**
   * Waits until every target has its final status, `published` or `failed`, and its first comment
   * is done. The wait continues when the server is unreachable for less than two minutes. Throws
   * `FanfareTimeoutError` after `timeoutMs`, an hour by default.
   *
   * @example
   * const settled = await fanfare.posts.waitUntilSettled(post.id, { timeoutMs: 600_000 });
   * console.log(settled.status); // published
   */
  async waitUntilSettled(id: string, options: WaitOptions = {}): Promise<Post> {
    return waitUntilSettled({ send: this.#send, runtime: this.#runtime }, id, options);
  }

  /**
   * Posts of the project, newest first: `await` gives the first page, `for await` every post.
   *
   * @example
   * for await (const { id, status } of fanfare.posts.list({ platform: 'x' })) console.log(id, status); // post_… published
   */
  list(params: ListPostsParams = {}, options?: RequestOptions): ListPromise<Post, PostList> {
    const ask = (query: ListPostsParams) => this.#send<PostList>({ method: 'GET', path: '/posts', query, options });
    return new ListPromise(ask(params), {
      itemsOf: ({ posts }) => posts,
      next: ({ nextCursor }) => {
        const { offset: _, ...filters } = params;
        return nextCursor === null ? null : ask({ ...filters, cursor: nextCursor });
      },
    });
  }

  /**
   * One post with the current state of its targets.
   *
   * @example
   * const { post: found } = await fanfare.posts.get(post.id);
   * console.log(found.status); // published
   */
  get(id: string, options?: RequestOptions): AnswerPromise<PostAnswer> {
    return new AnswerPromise(this.#send({ method: 'GET', path: path`/posts/${id}`, options }));
  }

  /**
   * Applies the rules of every platform and calculates the cost; nothing is recorded and no network
   * is called.
   *
   * @example
   * const { valid, violations } = await fanfare.posts.validate({
   *   platforms: [{ platform: 'x', accountId: account.id, content: 'long '.repeat(60) }],
   * });
   * console.log(valid, violations[0]?.rule); // false x.text.max_weighted_length
   */
  validate(request: ValidatePostRequest, options?: RequestOptions): AnswerPromise<PostValidated> {
    return new AnswerPromise(this.#send({ method: 'POST', path: '/posts/validate', body: request, options }));
  }

  /**
   * Cancels a scheduled post that is still waiting; cancelling it again returns the same. Throws
   * `NotCancellableError` when it is too late.
   *
   * @example
   * const { post: scheduled } = await fanfare.posts.create({
   *   content: 'Tomorrow.',
   *   platforms: [{ platform: 'x', accountId: account.id }],
   *   publishAt: new Date(Date.now() + 86_400_000),
   * });
   * const { post: cancelled } = await fanfare.posts.cancel(scheduled.id);
   * console.log(cancelled.status); // cancelled
   */
  cancel(id: string, options?: RequestOptions): AnswerPromise<PostAnswer> {
    return new AnswerPromise(this.#send({ method: 'POST', path: path`/posts/${id}/cancel`, options }));
  }

  /**
   * Reposts the published targets of a post, or only `targetIds`, from the accounts that published
   * them. Only `x` has reposts. A repeated call reposts nothing twice.
   *
   * @example
   * const { reposts } = await fanfare.posts.repost(post.id);
   * console.log(reposts[0]?.platform, reposts[0]?.status); // x reposted
   */
  repost(id: string, request?: RepostPostRequest, options?: RequestOptions): AnswerPromise<PostReposted> {
    return new AnswerPromise(this.#send({ method: 'POST', path: path`/posts/${id}/repost`, body: request, options }));
  }

  /**
   * Removes the published targets of a post from their networks, or only `targetIds`. It cannot be
   * undone. `instagram` answers `unsupported`. A repeated call removes nothing twice and tries
   * again what failed.
   *
   * @example
   * const { targets } = await fanfare.posts.unpublish(post.id);
   * console.log(targets[0]?.platform, targets[0]?.status); // x unpublished
   */
  unpublish(id: string, request?: UnpublishPostRequest, options?: RequestOptions): AnswerPromise<PostUnpublished> {
    return new AnswerPromise(
      this.#send({ method: 'POST', path: path`/posts/${id}/unpublish`, body: request, options }),
    );
  }

  /**
   * Views, likes, comments, shares and saves of every target, read live from the networks. A target
   * that cannot be read does not fail the call.
   *
   * @example
   * const { targets } = await fanfare.posts.metrics(post.id);
   * console.log(targets[0]?.metrics?.likes); // 0
   */
  metrics(id: string, options?: RequestOptions): AnswerPromise<PostMetrics> {
    return new AnswerPromise(this.#send({ method: 'GET', path: path`/posts/${id}/metrics`, options }));
  }
}
