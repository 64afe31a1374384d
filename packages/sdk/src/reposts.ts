import { AnswerPromise } from './answer-promise.ts';
import type { RequestOptions } from './options.ts';
import type { Send } from './transport.ts';
import type { CreateRepostRequest, RepostCreated } from './types.gen.ts';

/** Repost any post, also one that Fanfare did not publish. */
export class Reposts {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Reposts a post, named by its link or by platform and id, from 1 to 10 accounts. Accounts fail
   * independently. A repeated call reposts nothing twice.
   *
   * @example
   * const { reposts } = await fanfare.reposts.create({
   *   platform: 'x',
   *   platformPostId: tweet.id,
   *   accountIds: [account.id],
   * });
   * console.log(reposts[0]?.status); // reposted
   */
  create(request: CreateRepostRequest, options?: RequestOptions): AnswerPromise<RepostCreated> {
    return new AnswerPromise(this.#send({ method: 'POST', path: '/reposts', body: request, options }));
  }
}
