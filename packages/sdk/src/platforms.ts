import { ListPromise } from './list-promise.ts';
import type { RequestOptions } from './options.ts';
import type { Send } from './transport.ts';
import type { PlatformCapabilities, PlatformList } from './types.gen.ts';

/** Limits, features and content rules of each platform. */
export class Platforms {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Limits, features and content rules of every platform, from the data that validates posts.
   *
   * @example
   * for await (const { platform, text } of fanfare.platforms.list()) {
   *   if (platform === 'x') console.log(text.max, text.countedAs); // 280 weighted
   * }
   */
  list(options?: RequestOptions): ListPromise<PlatformCapabilities, PlatformList> {
    return new ListPromise<PlatformCapabilities, PlatformList>(
      this.#send({ method: 'GET', path: '/platforms', options }),
      { itemsOf: ({ platforms }) => platforms, next: () => null },
    );
  }
}
