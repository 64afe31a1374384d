import type { Platform } from '@fanfare/contract';

/**
 * The kind of network of a target:
 * - `instagram`: a container that is published at most once and can be read.
 * - `x`, `page`: each send creates a post; the own timeline can be read.
 * - `member`: each send creates a post; nothing can be read.
 * - `slug`: each send creates a post; a read decides reliably whether it exists.
 */
export type NetworkKind = 'instagram' | 'x' | 'page' | 'member' | 'slug';

export const PLATFORM_OF: Readonly<Record<NetworkKind, Platform>> = {
  instagram: 'instagram',
  x: 'x',
  page: 'linkedin',
  member: 'linkedin',
  slug: 'threads',
};

/** The result of a publish call. */
export type SendFault =
  | 'none'
  | 'refused'
  | 'throttled'
  | 'throttled_long'
  | 'unauthorized'
  | 'too_early'
  /** Nothing leaves the machine. */
  | 'unreachable'
  /** The connection breaks, before or after the network has published. */
  | 'lost_before'
  | 'lost_after'
  /** The network answers 500, before or after it has published. */
  | 'broken_before'
  | 'broken_after'
  /** The connection breaks at once, the network publishes up to a minute later. */
  | 'late'
  /** The network publishes and never answers. */
  | 'silent'
  /** The network publishes and says that it did not (Meta's 4/2207051). */
  | 'lie';

/** The result of a call that changes something hidden. */
export type HiddenFault = 'none' | 'refused' | 'throttled' | 'lost_before' | 'lost_after';

/** The result of a read. `stale`: the answer is some seconds old. */
export type ReadFault = 'none' | 'lost' | 'broken' | 'unauthorized' | 'stale' | 'in_progress';

/**
 * The result of a statement. `repeated`: its answer is lost and it is sent again. `gone`: it
 * happened, and the run never finds out.
 */
export type StoreFault = 'none' | 'repeated' | 'unreachable' | 'gone';

/** The result of a credential renewal. */
export type RenewalFault = 'none' | 'refused' | 'unavailable' | 'throws';

/** The steps around which most can go wrong, by a word in their names. */
export type StepKind =
  | 'intend'
  | 'sends'
  | 'hears'
  | 'resolve'
  | 'resend'
  | 'settle'
  | 'reads'
  | 'journal'
  | 'intend comment'
  | 'settle comment'
  | 'fail comment';

export type Accident = {
  readonly slot: number;
  /** The step that the process does not survive: its n-th of all, or its n-th of a kind. */
  readonly at: { readonly step: StepKind | 'any'; readonly nth: number };
  readonly kind:
    | { readonly name: 'dies' }
    /** SIGTERM. */
    | { readonly name: 'stops' }
    /** Its heartbeats reach the database no more; all else goes on. */
    | { readonly name: 'loses its heartbeat' }
    /** SIGSTOP, and SIGCONT so much later. */
    | { readonly name: 'sleeps'; readonly ms: number };
};

export type UserAct = {
  readonly afterMs: number;
  readonly act: 'cancel' | 'disconnect';
  /** The target whose post or account it is. */
  readonly target: number;
};

export type PostPlan = {
  /** Time that a run of one of its targets may take. */
  readonly budgetMs: number;
  /** Milliseconds from the start; null publishes at once. */
  readonly dueInMs: number | null;
  readonly targets: readonly {
    readonly network: NetworkKind;
    readonly text: string;
    /** Ignored on `x`. */
    readonly comment: string | null;
  }[];
};

/** Everything about a run except the order of its steps. */
export type Scenario = {
  /** Concurrent processes. One that ends is replaced. */
  readonly slots: number;
  readonly posts: readonly PostPlan[];
  /** Concurrent writes of one account. */
  readonly lane: number;
  /** Steps by which the clock moves while a process has work to do, repeatedly. */
  readonly leapsMs: readonly number[];
  readonly accidents: readonly Accident[];
  readonly users: readonly UserAct[];
  /** In call order; calls beyond the end succeed. */
  readonly sends: readonly SendFault[];
  readonly hiddens: readonly HiddenFault[];
  readonly reads: readonly ReadFault[];
  readonly statements: readonly StoreFault[];
  readonly renewals: readonly RenewalFault[];
};
