import type { Answer } from './transport.ts';

/** The result of every method: `await` gives the body, `withResponse()` the whole answer. */
export class AnswerPromise<T> extends Promise<T> {
  readonly #answer: Promise<Answer<T>>;

  constructor(answer: Promise<Answer<T>>) {
    // `then` below reads the answer; nothing reads this inner promise.
    super((resolve) => resolve(undefined as never));
    this.#answer = answer;
  }

  /** `then`, `catch` and `finally` return ordinary promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /**
   * The answer with its headers, its text and the number of attempts.
   *
   * @example
   * const { data, requestId, attempts } = await fanfare.posts.get(post.id).withResponse();
   * console.log(data.post.status, attempts); // published 1
   */
  withResponse(): Promise<Answer<T>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }
}
