import { REQUEST_ERROR_CODES, type RequestErrorCode, type RouteName, routesOf } from '@fanfare/contract';
import { checkFields, checkName, checkNumber, checkTimes, named, wrong } from './check-argument.ts';
import { createScripts } from './scripts.ts';

/** Throws RangeError with the known names for an unknown route. */
export const checkRoute = (what: string, route: RouteName): RouteName =>
  checkName(
    what,
    route,
    routesOf().map(({ name }) => name),
  );

/** A failure between the caller and the service. */
export type Fault = {
  /** Only this route, such as `posts.create`; default: every route. */
  readonly route?: RouteName;
  /** The number of requests that fail; default 1, `Infinity` for all. */
  readonly times?: number;
  /** Real milliseconds before the request is answered. */
  readonly delayMs?: number;
  /** Answers with this error code; the request has no effect. */
  readonly code?: RequestErrorCode;
  /** Answers with this status and a short HTML page, as a proxy in front of the service would. */
  readonly status?: number;
  /** Cuts the connection `before` the effect, or `after` it, so that only the answer is lost. */
  readonly drop?: 'before' | 'after';
};

/** Faults of a mock. Each applies to the next request to its route. */
export type Faults = {
  /**
   * Adds a fault.
   *
   * @example
   * mock.faults.add({ route: 'posts.create', drop: 'after' }); // the post is published, but the answer is lost
   */
  add(fault: Fault): void;
  /** Removes all faults that have not happened yet. */
  clear(): void;
};

export function createFaults(): Faults & { take(route: RouteName | null): Fault | null } {
  const open = createScripts<Fault>();
  return {
    add(fault) {
      checkFields('faults.add(fault)', fault, {
        route: checkRoute,
        times: checkTimes,
        delayMs: checkNumber,
        code: named(REQUEST_ERROR_CODES),
        status: (what, status) => {
          if (!Number.isInteger(status) || status < 200 || status > 599) throw wrong(what, status, 'an HTTP status');
        },
        drop: named(['before', 'after']),
      });
      open.add(fault, fault.times);
    },
    clear: open.clear,
    take: (route) => open.take((fault) => fault.route === undefined || fault.route === route),
  };
}
