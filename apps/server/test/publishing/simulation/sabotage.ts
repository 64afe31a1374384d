import { type Http, NetworkError } from '@fanfare/network';
import type { Guard } from './model-rows.ts';

/** Parts that a negative control breaks. */
export type Sabotage = {
  readonly without: ReadonlySet<Guard>;
  /** Between the executor and its network. */
  readonly http: (http: Http) => Http;
};

export const NO_SABOTAGE: Sabotage = { without: new Set(), http: (http) => http };

export const withoutGuards = (...guards: Guard[]): Sabotage => ({ ...NO_SABOTAGE, without: new Set(guards) });

/** A client that takes a lost answer for a refusal. */
export const LOST_IS_REJECTED: Sabotage = {
  ...NO_SABOTAGE,
  http: (http) => async (call) => {
    try {
      return await http(call);
    } catch (error) {
      if (!(error instanceof NetworkError) || call.effect !== 'public') throw error;
      throw new NetworkError({ ...error.facts, outcome: 'rejected' });
    }
  },
};

/** A client that never checks the time before it sends. */
export const STARTS_ANY_TIME: Sabotage = {
  ...NO_SABOTAGE,
  http: (http) => (call) => http({ ...call, mayStart: () => true }),
};
