import type { RequestErrorCode, RouteName } from '@fanfare/contract';
import { checkRoute } from './faults.ts';

/** One request a mock was sent. Neither keys nor other headers are kept. */
export type LoggedRequest = {
  /** ISO 8601 by the mock's clock. */
  readonly at: string;
  /** HTTP method. */
  readonly method: string;
  /** Without the base URL and without the query. */
  readonly path: string;
  /** Parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** Name in the contract, such as `posts.create`; null for pages and unknown addresses. */
  readonly route: RouteName | null;
  /** The JSON that was sent; undefined when it was never read. */
  readonly body: unknown;
  /** The `Idempotency-Key` header; null without one. A key in the body is in `body`. */
  readonly idempotencyKey: string | null;
  /** HTTP status of the answer; null when the connection was cut. */
  readonly status: number | null;
  /** Error code of the answer; null when it is none. */
  readonly code: RequestErrorCode | null;
  /** Its `X-Request-Id`. */
  readonly requestId: string;
};

/** Older entries make room. */
const MAX_ENTRIES = 1_000;

/** The requests a mock was sent, in the order they were answered; the last 1,000. */
export type RequestLog = {
  /** Every request. */
  all(): readonly LoggedRequest[];
  /**
   * Those of one route.
   *
   * @example
   * const [asked] = mock.requests.of('posts.create');
   * console.log(asked?.status, asked?.code); // 201 null
   */
  of(route: RouteName): readonly LoggedRequest[];
  /** Forgets them. */
  clear(): void;
};

export function createRequestLog(): RequestLog & { add(entry: LoggedRequest): void } {
  let entries: LoggedRequest[] = [];
  return {
    all: () => [...entries],
    of(route) {
      checkRoute('requests.of(route)', route);
      return entries.filter((entry) => entry.route === route);
    },
    clear() {
      entries = [];
    },
    add(entry) {
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) entries = entries.slice(-MAX_ENTRIES);
    },
  };
}
