import type { RequestErrorCode, RouteName } from '@fanfare/contract';
import { checkRoute } from './faults.ts';
import { createLastEntries } from './last-entries.ts';

/** One request that the mock received, without API key and other headers. */
export type LoggedRequest = {
  /** ISO 8601 by the mock's clock. */
  readonly at: string;
  /** HTTP method. */
  readonly method: string;
  /** Path below the base URL, without the query. */
  readonly path: string;
  /** Parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** Name of the route, such as `posts.create`; null for pages and unknown addresses. */
  readonly route: RouteName | null;
  /** The JSON body; undefined when the mock did not read it. */
  readonly body: unknown;
  /** The `Idempotency-Key` header; null without one. A key in the body is in `body`. */
  readonly idempotencyKey: string | null;
  /** HTTP status of the answer; null when the connection was cut. */
  readonly status: number | null;
  /** Error code of the answer; null when there is none. */
  readonly code: RequestErrorCode | null;
  /** Its `X-Request-Id`. */
  readonly requestId: string;
};

/** Older entries are dropped. */
const MAX_ENTRIES = 1_000;

/** The last 1,000 requests, in the order they were answered. */
export type RequestLog = {
  /** Every request. */
  all(): readonly LoggedRequest[];
  /**
   * The requests to one route. Throws RangeError for an unknown route.
   *
   * @example
   * const [asked] = mock.requests.of('posts.create');
   * console.log(asked?.status, asked?.code); // 201 null
   */
  of(route: RouteName): readonly LoggedRequest[];
  /** Empties the log. */
  clear(): void;
};

export function createRequestLog(): RequestLog & { add(entry: LoggedRequest): void } {
  const entries = createLastEntries<LoggedRequest>(MAX_ENTRIES);
  return {
    ...entries,
    of(route) {
      checkRoute('requests.of(route)', route);
      return entries.all().filter((entry) => entry.route === route);
    },
  };
}
