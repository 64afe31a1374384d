import type { TargetWarning } from '@fanfare/contract';
import type { AcceptedStep, HiddenStep } from '@fanfare/network';

/** A public write whose intent is stored and whose outcome is not known. */
export type OpenWrite = {
  readonly id: string;
  readonly handle: string | null;
  /** Unix milliseconds of the database's clock. */
  readonly intendedAt: number;
  /** The same moment on this process's monotonic clock (`performance.now()`). */
  readonly since: number;
  /** The number of sends, at least 1. */
  readonly sends: number;
};

/** The entries of a journal for one write. */
export type Found = {
  readonly steps: readonly AcceptedStep[];
  /** Must be read back before anything is sent. Null where the network makes repeats harmless. */
  readonly open: OpenWrite | null;
  /** An earlier send ended with an unknown outcome. */
  readonly mayBeLive: boolean;
};

export type IntentOutcome =
  | { readonly state: 'open'; readonly write: OpenWrite }
  /** Another run holds the lease, or has recorded its public write. */
  | { readonly state: 'lease_lost' }
  | { readonly state: 'account_not_active' };

/** The end of a write that is not live, or `unknown`. The settle resolves an accepted write. */
export type Resolution = {
  readonly state: 'rejected' | 'not_sent' | 'absent' | 'unknown';
  /** The error code, for people who read the journal. */
  readonly detail?: string;
};

export type StepOutcome =
  | { readonly state: 'intended'; readonly id: string }
  | Exclude<IntentOutcome, { state: 'open' }>;

export type StepResolution =
  | { readonly state: 'accepted'; readonly handle: string; readonly warnings: readonly TargetWarning[] }
  | { readonly state: 'rejected' | 'not_sent' | 'unknown'; readonly detail: string | null };

/** Points of a write between two commits or a commit and a call. Tests end the process there. */
export type WritePoint = 'prepared' | 'intended' | 'answered' | `${HiddenStep['kind']}_${'intended' | 'accepted'}`;

/**
 * The record of one write under one lease. Every function can be repeated without harm when its
 * answer is lost, and throws only when the database cannot be reached or refuses a value.
 */
export type WriteJournal = {
  find(): Promise<Found>;
  /** Commits that a public call begins: lease ours, account active. No byte before `open`. */
  intend(handle: string | null): Promise<IntentOutcome>;
  /** Does the same for one more send of the same handle. */
  resend(write: OpenWrite): Promise<IntentOutcome>;
  resolve(write: OpenWrite, resolution: Resolution): Promise<void>;
  /** Whether a post found at the network may belong to another write of the account. */
  belongsToAnother(write: OpenWrite, platformPostId: string): Promise<boolean>;
  /** Commits that a hidden step is about to be sent, under the conditions of `intend`. */
  intendStep(step: Pick<AcceptedStep, 'kind' | 'ordinal'>): Promise<StepOutcome>;
  resolveStep(id: string, resolution: StepResolution): Promise<void>;
  checkpoint(point: WritePoint): Promise<void>;
};
