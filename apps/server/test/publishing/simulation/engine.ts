import type { TargetStore } from '../../../src/publishing/target-store.ts';
import type { ErrorDetail, Lease } from '../../../src/publishing/targets.table.ts';
import type { Claim } from './model-due-targets.ts';

/**
 * Durations for the comparison of the model with PostgreSQL: far apart, so that seconds of a slow
 * machine change nothing.
 */
export const LEASE_SECONDS = 600;
export const BUDGET_SECONDS = 6_100;
export const LATE_LIMIT_SECONDS = 3_100;
export const DEFERRAL_LIMIT_SECONDS = 1_200;

export type Recorded = {
  readonly postId: string;
  readonly targetIds: readonly string[];
  readonly accountId: string;
  readonly text: string;
  readonly firstComment: string | null;
  /** Null publishes at once. */
  readonly dueInSeconds: number | null;
};

/** Everything that changes or reads targets and their journal: PostgreSQL, and the model of it. */
export type Engine = {
  readonly store: TargetStore;
  connect(accountId: string): Promise<void>;
  record(post: Recorded): Promise<void>;
  /** The claimed targets with their new tokens, and the seconds left for each. */
  claim(of: Claim['of']): Promise<readonly unknown[]>;
  renew(lease: Lease): Promise<void>;
  /** The codes of the settled targets. */
  sweep(): Promise<readonly string[]>;
  cancel(postId: string, error: ErrorDetail): Promise<string>;
  disconnect(accountId: string): Promise<void>;
  hasPublicWriteInFlight(accountId: string): Promise<boolean>;
  /** Unix milliseconds. */
  now(): number;
  passTime(seconds: number): Promise<void>;
  /** Every row, with times as seconds from now. */
  look(): Promise<Rows>;
};

export type Rows = {
  readonly targets: readonly unknown[];
  readonly intents: readonly { readonly state: string }[];
  readonly reservations: Readonly<Record<string, string>>;
  readonly ledger: readonly string[];
  readonly counter: { readonly reserved: number; readonly used: number };
  readonly cancelledPosts: readonly string[];
  /** Events of targets and cancels, sorted. */
  readonly events: readonly string[];
};

/** Seconds in steps of 25: a statement takes far less. */
export const roughly = (seconds: number | null): number | null =>
  // Turns -0 into 0.
  seconds === null ? null : Math.round(seconds / 25) * 25 + 0;
