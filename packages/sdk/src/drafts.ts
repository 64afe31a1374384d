import { AnswerPromise } from './answer-promise.ts';
import { ListPromise } from './list-promise.ts';
import type { RequestOptions } from './options.ts';
import { path } from './path.ts';
import type { Runtime } from './runtime.ts';
import type { Send } from './transport.ts';
import type {
  CreateDraftRequest,
  CreatePostRequest,
  Draft,
  DraftAnswer,
  DraftDeleted,
  DraftList,
  DraftRequest,
  ListDraftsParams,
  UpdateDraftRequest,
} from './types.gen.ts';

/** The request of a draft: any part of one for `posts.create`. */
export type PostInPart = Partial<CreatePostRequest> | DraftRequest;

/** A draft that shall be saved. */
export type NewDraft = Omit<CreateDraftRequest, 'request'> & {
  /** The request for `posts.create`, at most 262,144 bytes as JSON. */
  request: PostInPart;
};

/** A change of a draft. */
export type DraftChange = Omit<UpdateDraftRequest, 'request'> & {
  /** Another request in place of the whole one. */
  request?: PostInPart;
};

/** Options of a call that saves a draft. */
export type CreateDraftOptions = RequestOptions & {
  /** Key by which a repeated call answers the first draft; the SDK makes one without it. */
  idempotencyKey?: string;
};

/** Keep posts that a person shall look at before they are published. */
export class Drafts {
  readonly #send: Send;
  readonly #newKey: Runtime['newKey'];

  /** @internal */
  constructor(send: Send, newKey: Runtime['newKey']) {
    this.#send = send;
    this.#newKey = newKey;
  }

  /**
   * Saves a request for `posts.create` as a draft, complete or not; nothing is published. `check`
   * says what keeps it from being published. A person opens `composeUrl`, changes the draft and
   * publishes it. The key needs the scope `draft`.
   *
   * Throws `DraftLimitReachedError` when the project has 200 drafts that are not published.
   *
   * @example
   * const { draft, check } = await fanfare.drafts.create({ request: { content: 'Stollen season opens on Monday.' } });
   * console.log(draft.version, check.valid, check.problems[0]?.path); // 1 false platforms
   */
  create(request: NewDraft, options: CreateDraftOptions = {}): AnswerPromise<DraftAnswer> {
    const { idempotencyKey = this.#newKey(), ...rest } = options;
    const headers = { 'Idempotency-Key': idempotencyKey, ...rest.headers };
    return new AnswerPromise(
      this.#send({ method: 'POST', path: '/drafts', body: request, options: { ...rest, headers } }),
    );
  }

  /**
   * Drafts of the project, newest first, also those that people write in the dashboard: `await`
   * gives the first page, `for await` every draft.
   *
   * @example
   * for await (const { note, version } of fanfare.drafts.list({ published: false })) console.log(note, version); // null 1
   */
  list(params: ListDraftsParams = {}, options?: RequestOptions): ListPromise<Draft, DraftList> {
    const ask = (query: ListDraftsParams) => this.#send<DraftList>({ method: 'GET', path: '/drafts', query, options });
    return new ListPromise(ask(params), {
      itemsOf: ({ drafts }) => drafts,
      next: ({ nextCursor }) => (nextCursor === null ? null : ask({ ...params, cursor: nextCursor })),
    });
  }

  /**
   * One draft, with what keeps it from being published now. `postId` names its post once somebody
   * has published it.
   *
   * @example
   * const { draft: found } = await fanfare.drafts.get(draft.id);
   * console.log(found.postId); // null
   */
  get(id: string, options?: RequestOptions): AnswerPromise<DraftAnswer> {
    return new AnswerPromise(this.#send({ method: 'GET', path: path`/drafts/${id}`, options }));
  }

  /**
   * Replaces the request of a draft, its note or both; `version` is that of the draft you read.
   *
   * Throws `DraftConflictError` when somebody changed it since, and `DraftPublishedError` once it
   * was published. Not retried after a lost answer: read the draft.
   *
   * @example
   * const { draft: changed } = await fanfare.drafts.update(draft.id, { version: draft.version, note: 'Is the date right?' });
   * console.log(changed.version, changed.note); // 2 Is the date right?
   */
  update(id: string, request: DraftChange, options?: RequestOptions): AnswerPromise<DraftAnswer> {
    return new AnswerPromise(
      this.#send({ method: 'PATCH', path: path`/drafts/${id}`, body: request, options, onlyOnce: true }),
    );
  }

  /**
   * Deletes a draft. The post that it became, if any, stays.
   *
   * @example
   * const { deleted } = await fanfare.drafts.delete(draft.id);
   * console.log(deleted); // true
   */
  delete(id: string, options?: RequestOptions): AnswerPromise<DraftDeleted> {
    return new AnswerPromise(this.#send({ method: 'DELETE', path: path`/drafts/${id}`, options }));
  }
}
