import { ListPromise } from './list-promise.ts';
import type { RequestOptions } from './options.ts';
import type { Runtime } from './runtime.ts';
import { streamEvents } from './stream-events.ts';
import type { Send } from './transport.ts';
import type { EventList, ListEventsParams, WebhookEvent } from './types.gen.ts';

/** The start of a stream, and the options of any call. */
export type StreamOptions = RequestOptions & {
  /** Id of your last event, or a `nextCursor`; without it the stream begins with the next event. */
  after?: string;
};

/** The events of posts, accounts and the quota, without a webhook. Kept for 30 days. */
export class Events {
  readonly #send: Send;
  readonly #runtime: Runtime;

  /** @internal */
  constructor(send: Send, runtime: Runtime) {
    this.#send = send;
    this.#runtime = runtime;
  }

  /**
   * Events of the project, oldest first: `await` gives the first page, `for await` every event up
   * to now. Keep `nextCursor` of the last page and send it as `after` to go on later. Types may be
   * added: have a `default` where you switch over them.
   *
   * @example
   * for await (const event of fanfare.events.list({ type: 'target.failed' })) console.log(event.id, event.timestamp);
   * const { nextCursor } = await fanfare.events.list({ limit: 1 });
   * console.log(nextCursor === null || nextCursor.length > 0); // true
   */
  list(params: ListEventsParams = {}, options?: RequestOptions): ListPromise<WebhookEvent, EventList> {
    const ask = (query: ListEventsParams) => this.#send<EventList>({ method: 'GET', path: '/events', query, options });
    return new ListPromise(ask(params), {
      itemsOf: ({ events }) => events,
      next: ({ hasMore, nextCursor }) =>
        hasMore && nextCursor !== null ? ask({ ...params, after: nextCursor }) : null,
    });
  }

  /**
   * Events as they happen. The stream never ends by itself: it connects again after a lost
   * connection, where it was, with pauses from 0.5 to 8 seconds. It ends when you leave the loop or
   * abort `signal`, which rejects with the signal’s reason. To go on after a restart, store
   * `event.id` and send it as `after`.
   *
   * Throws what no new attempt can change, such as `UnauthorizedError`, and `InvalidRequestError`
   * when the event of `after` is no longer kept; after `maxRetries` attempts in a row, if you set
   * it, also a `FanfareConnectionError`. `timeoutMs` is the longest silence, 60,000 by default; the
   * server sends something at least every 15 seconds.
   *
   * @example
   * const stopped = new AbortController();
   * const listening = (async () => {
   *   for await (const event of fanfare.events.stream({ signal: stopped.signal })) console.log(event.type);
   * })();
   * stopped.abort(new Error('enough'));
   * await listening.catch(({ message }) => console.log(message)); // enough
   */
  stream(options: StreamOptions = {}): AsyncGenerator<WebhookEvent, void, undefined> {
    return streamEvents({ send: this.#send, runtime: this.#runtime }, options);
  }
}
