import { AnswerPromise } from './answer-promise.ts';
import type { RequestOptions } from './options.ts';
import type { Send } from './transport.ts';
import type { Usage } from './types.gen.ts';

/** Usage of the plan. */
export class PlanUsage {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Units (network writes) used and left in the current period.
   *
   * @example
   * const { plan, remaining } = await fanfare.usage.get();
   * console.log(plan, remaining); // self_hosted null
   */
  get(options?: RequestOptions): AnswerPromise<Usage> {
    return new AnswerPromise(this.#send({ method: 'GET', path: '/usage', options }));
  }
}
