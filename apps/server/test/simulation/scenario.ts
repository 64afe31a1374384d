import type { Platform } from '@fanfare/contract';

/**
 * What a target is published to:
 * - `instagram`: a container that is published at most once and can be read.
 * - `x`, `page`: each send makes a post; the own timeline can be read.
 * - `member`: each send makes a post; nothing can be read.
 * - `slug`: each send makes a post; a read tells for sure whether there is one.
 */
export type NetworkKind = 'instagram' | 'x' | 'page' | 'member' | 'slug';

export const PLATFORM_OF: Readonly<Record<NetworkKind, Platform>> = {
  instagram: 'instagram',
  x: 'x',
  page: 'linkedin',
  member: 'linkedin',
  slug: 'threads',
};

/** What becomes of a call that publishes. */
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

/** What becomes of a call that changes something nobody can see. */
export type HiddenFault = 'none' | 'refused' | 'throttled' | 'lost_before' | 'lost_after';

/** What becomes of a call that reads. `stale`: the answer is some seconds old. */
export type ReadFault = 'none' | 'lost' | 'broken' | 'unauthorized' | 'stale' | 'in_progress';

/** What becomes of a statement. `repeated`: its answer is lost and it is sent again. `gone`: it happened, and the run never learns of it. */
export type StoreFault = 'none' | 'repeated' | 'unreachable' | 'gone';

/** What asking for a new credential ends with. */
export type RenewalFault = 'none' | 'refused' | 'unavailable' | 'throws';

/** The steps around which most can go wrong, by the word their names hold. */
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
  /** Which step the process does not get past: its n-th of all, or its n-th of a kind. */
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
  /** Which of the targets says whose post or account. */
  readonly target: number;
};

export type PostPlan = {
  /** How long a run of one of its targets may take. */
  readonly budgetMs: number;
  /** Milliseconds from the start; null publishes at once. */
  readonly dueInMs: number | null;
  readonly targets: readonly {
    readonly network: NetworkKind;
    readonly text: string;
    /** None on `x`, whatever it says. */
    readonly comment: string | null;
  }[];
};

/** Everything of a run but the order of its steps. */
export type Scenario = {
  /** Processes that run side by side. One that ends is replaced. */
  readonly slots: number;
  readonly posts: readonly PostPlan[];
  /** Writes of one account at a time. */
  readonly lane: number;
  /** How far time moves whenever it moves while somebody has something to do; over and over. */
  readonly leapsMs: readonly number[];
  readonly accidents: readonly Accident[];
  readonly users: readonly UserAct[];
  /** In the order the calls are made; those beyond the end succeed. */
  readonly sends: readonly SendFault[];
  readonly hiddens: readonly HiddenFault[];
  readonly reads: readonly ReadFault[];
  readonly statements: readonly StoreFault[];
  readonly renewals: readonly RenewalFault[];
};
