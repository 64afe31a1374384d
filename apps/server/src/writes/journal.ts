import type { TargetWarning } from '@fanfare/contract';
import type { AcceptedStep, HiddenStep } from '@fanfare/network';

/** A public write whose intent is stored and whose outcome is not known. */
export type OpenWrite = {
  readonly id: string;
  readonly handle: string | null;
  /** By the database's clock, Unix milliseconds. */
  readonly intendedAt: number;
  /** The same moment on this process's monotonic clock (`performance.now()`). It does not depend on any wall clock. */
  readonly since: number;
  /** How often the write was sent, at least 1. */
  readonly sends: number;
};

/** What the journal holds of a write. */
export type Found = {
  readonly steps: readonly AcceptedStep[];
  /** Must be read back before anything else is sent. Null as well where the network makes repeats harmless: then it is sent again instead. */
  readonly open: OpenWrite | null;
  /** An earlier send ended without its outcome being known. */
  readonly mayBeLive: boolean;
};

export type IntentOutcome =
  | { readonly state: 'open'; readonly write: OpenWrite }
  /** Another run holds the lease, or has recorded its public write. */
  | { readonly state: 'lease_lost' }
  | { readonly state: 'account_not_active' };

/** How a write that is not live ended, or `unknown` for one that must be read back. An accepted write is resolved by the code that settles and bills it. */
export type Resolution = {
  readonly state: 'rejected' | 'not_sent' | 'absent' | 'unknown';
  /** The error code, for people who read the journal. */
  readonly detail?: string;
};

export type StepOutcome =
  | { readonly state: 'intended'; readonly id: string }
  | { readonly state: 'lease_lost' }
  | { readonly state: 'account_not_active' };

export type StepResolution =
  | { readonly state: 'accepted'; readonly handle: string; readonly warnings: readonly TargetWarning[] }
  | { readonly state: 'rejected' | 'not_sent' | 'unknown'; readonly detail: string | null };

/** Points of a write and its first send, each between two commits or between a commit and a call. Nothing happens there in production; tests end the process at them. */
export type WritePoint = 'prepared' | 'intended' | 'answered' | `${HiddenStep['kind']}_${'intended' | 'accepted'}`;

/**
 * Where one write is recorded, under one lease: the port between the write engine and the tables. Every function can be repeated without harm when its
 * answer is lost, and throws only when the database cannot be reached or refuses a value.
 */
export type WriteJournal = {
  find(): Promise<Found>;
  /**
   * Commits that the public call is about to be made, while the lease is ours (it is prolonged) and the account active. Only after `open` may a byte leave.
   */
  intend(handle: string | null): Promise<IntentOutcome>;
  /** The same for one more send of the same handle. */
  resend(write: OpenWrite): Promise<IntentOutcome>;
  resolve(write: OpenWrite, resolution: Resolution): Promise<void>;
  /** Whether a post that was found at the network belongs, or may belong, to another write of the account. */
  belongsToAnother(write: OpenWrite, platformPostId: string): Promise<boolean>;
  /** Commits that a hidden step is about to be sent; the conditions are those of `intend`. */
  intendStep(step: Pick<AcceptedStep, 'kind' | 'ordinal'>): Promise<StepOutcome>;
  resolveStep(id: string, resolution: StepResolution): Promise<void>;
  checkpoint(point: WritePoint): Promise<void>;
};
