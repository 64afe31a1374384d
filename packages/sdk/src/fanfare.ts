import { Accounts } from './accounts.ts';
import type { AnswerPromise } from './answer-promise.ts';
import { Drafts } from './drafts.ts';
import { Events } from './events.ts';
import { Media } from './media.ts';
import { type FanfareOptions, readOptions } from './options.ts';
import { PlanUsage } from './plan-usage.ts';
import { Platforms } from './platforms.ts';
import { Posts } from './posts.ts';
import { type RawRequestOptions, rawRequest } from './raw-request.ts';
import { Reposts } from './reposts.ts';
import { type Runtime, systemRuntime } from './runtime.ts';
import { type Call, createTransport, type Send } from './transport.ts';
import { Webhooks } from './webhook-endpoints.ts';

/**
 * The client of one project. Throws `FanfareError` when the key or the address is missing, and in
 * browsers.
 *
 * @example
 * const fanfare = new Fanfare({ baseUrl: process.env.FANFARE_BASE_URL, apiKey: process.env.FANFARE_API_KEY });
 * const { accounts } = await fanfare.accounts.list();
 * console.log(accounts.length > 0); // true
 */
export class Fanfare {
  /** The address of this client’s Fanfare, without a trailing slash. */
  readonly baseUrl: string;
  /** Connected social accounts. */
  readonly accounts: Accounts;
  /** Host files: upload them once, publish them anywhere. */
  readonly media: Media;
  /** Publish one piece of content to several accounts, now or later. */
  readonly posts: Posts;
  /** Keep posts that a person shall look at before they are published. */
  readonly drafts: Drafts;
  /** Repost any post, also one that Fanfare did not publish. */
  readonly reposts: Reposts;
  /** Limits, features and content rules of each platform. */
  readonly platforms: Platforms;
  /** Usage of the plan. */
  readonly usage: PlanUsage;
  /** Addresses that receive events, and what became of each delivery. */
  readonly webhooks: Webhooks;
  /** The events of posts, accounts and the quota, as a list and as a stream. */
  readonly events: Events;

  readonly #send: Send;
  readonly #newKey: () => string;

  /** Sends nothing: the first call does. */
  constructor(options?: FanfareOptions);
  // Tests pass their own clock.
  constructor(options: FanfareOptions = {}, runtime: Runtime = systemRuntime) {
    const settings = readOptions(options);
    const send = createTransport(settings, runtime);
    this.#send = send;
    this.#newKey = runtime.newKey;
    this.baseUrl = settings.baseUrl;
    this.accounts = new Accounts(send);
    this.media = new Media(send, runtime, settings.fetch);
    this.posts = new Posts(send, runtime, this.media);
    this.drafts = new Drafts(send, runtime.newKey);
    this.reposts = new Reposts(send);
    this.platforms = new Platforms(send);
    this.usage = new PlanUsage(send);
    this.webhooks = new Webhooks(send);
    this.events = new Events(send, runtime);
  }
  /**
   * Calls a route that this version of the SDK has no method for, with the same key, retries and
   * errors. A `POST` carries an `Idempotency-Key`, the same on each retry; set `maxRetries: 0`
   * where a route ignores the key and must not run twice. Throws `TypeError` for an invalid path.
   *
   * @typeParam T - Body of the answer; null when it has none.
   * @param method - HTTP method.
   * @param path - Path of the route below `/api/v1`, such as `/posts`. Percent-encode ids in it.
   * @param options - Query, body, idempotency key, and the options of any call.
   *
   * @example
   * const { plan } = await fanfare.request<{ plan: string }>('GET', '/usage');
   * console.log(plan); // self_hosted
   */
  request<T = unknown>(method: Call['method'], path: string, options: RawRequestOptions = {}): AnswerPromise<T> {
    return rawRequest<T>(this.#send, { method, path, newKey: this.#newKey }, options);
  }
}
