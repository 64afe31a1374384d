import { Accounts } from './accounts.ts';
import type { AnswerPromise } from './answer-promise.ts';
import { type FanfareOptions, readOptions } from './options.ts';
import { PlanUsage } from './plan-usage.ts';
import { Platforms } from './platforms.ts';
import { Posts } from './posts.ts';
import { type RawRequestOptions, rawRequest } from './raw-request.ts';
import { Reposts } from './reposts.ts';
import { type Runtime, systemRuntime } from './runtime.ts';
import { type Call, createTransport, type Send } from './transport.ts';

/**
 * The client of one project. Throws `FanfareError` when the key or the address is missing, and in browsers.
 *
 * @example
 * const fanfare = new Fanfare({ baseUrl: process.env.FANFARE_BASE_URL, apiKey: process.env.FANFARE_API_KEY });
 * const { accounts } = await fanfare.accounts.list();
 * console.log(accounts.length > 0); // true
 */
export class Fanfare {
  /** Where this client’s Fanfare is, without a trailing slash. */
  readonly baseUrl: string;
  /** Connected social accounts. */
  readonly accounts: Accounts;
  /** Publishing one piece of content to several accounts, now or later. */
  readonly posts: Posts;
  /** Reposts of posts that Fanfare need not have published. */
  readonly reposts: Reposts;
  /** What each platform takes. */
  readonly platforms: Platforms;
  /** What was used of the plan. */
  readonly usage: PlanUsage;

  readonly #send: Send;
  readonly #newKey: () => string;

  /** Asks nobody yet: the first request does. */
  constructor(options?: FanfareOptions);
  // Tests give a clock of their own.
  constructor(options: FanfareOptions = {}, runtime: Runtime = systemRuntime) {
    const settings = readOptions(options);
    const send = createTransport(settings, runtime);
    this.#send = send;
    this.#newKey = runtime.newKey;
    this.baseUrl = settings.baseUrl;
    this.accounts = new Accounts(send);
    this.posts = new Posts(send, runtime);
    this.reposts = new Reposts(send);
    this.platforms = new Platforms(send);
    this.usage = new PlanUsage(send);
  }
  /**
   * Asks a route that this version of the SDK has no method for: the same key, retries and errors as the methods have. A `POST` carries an `Idempotency-Key`,
   * the same on each retry; where a route takes none and may not run twice, set `maxRetries: 0`. Throws `TypeError` for a path that is none.
   *
   * @typeParam T - What the route answers; null for an answer without a body.
   * @param method - HTTP method.
   * @param path - Path of the route below `/api/v1`, such as `/posts`. Ids in it are percent-encoded by the caller.
   * @param options - Query, body and key, and what any call may do differently.
   *
   * @example
   * const { plan } = await fanfare.request<{ plan: string }>('GET', '/usage');
   * console.log(plan); // self_hosted
   */
  request<T = unknown>(method: Call['method'], path: string, options: RawRequestOptions = {}): AnswerPromise<T> {
    return rawRequest<T>(this.#send, { method, path, newKey: this.#newKey }, options);
  }
}
