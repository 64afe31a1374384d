import { REQUEST_ERROR_CODES, type RequestErrorCode, type RouteName, routesOf } from '@fanfare/contract';
import { checkFields, checkName, checkNumber, checkTimes, named, wrong } from './check-argument.ts';

/** Throws RangeError with the known names for what is no route. */
export const checkRoute = (what: string, route: RouteName): RouteName =>
  checkName(
    what,
    route,
    routesOf().map(({ name }) => name),
  );

/** Something that goes wrong between the caller and the service. */
export type Fault = {
  /** Only this route, such as `posts.create`; every route when left out. */
  readonly route?: RouteName;
  /** How often: once unless told otherwise, `Infinity` for ever. */
  readonly times?: number;
  /** Real milliseconds before the request is answered. */
  readonly delayMs?: number;
  /** Answers with this documented refusal instead of doing what was asked. */
  readonly code?: RequestErrorCode;
  /** Answers with this bare status and no body of the service's, as a proxy in front of it would. */
  readonly status?: number;
  /** Cuts the connection: `before` anything is done, or `after` it was done, so that only the answer is lost. */
  readonly drop?: 'before' | 'after';
};

/** Faults of a mock; each is met by the next request to its route. */
export type Faults = {
  /**
   * Adds a fault.
   *
   * @example
   * mock.faults.add({ route: 'posts.create', drop: 'after' }); // published, and the caller never hears of it
   */
  add(fault: Fault): void;
  /** Forgets every fault that was not met yet. */
  clear(): void;
};

export function createFaults(): Faults & { take(route: RouteName | null): Fault | null } {
  let open: { readonly fault: Fault; left: number }[] = [];
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
      open.push({ fault, left: fault.times ?? 1 });
    },
    clear() {
      open = [];
    },
    take(route) {
      const found = open.find(({ fault }) => fault.route === undefined || fault.route === route);
      if (!found) return null;
      found.left -= 1;
      if (found.left <= 0) open = open.filter((one) => one !== found);
      return found.fault;
    },
  };
}
