import type { TargetWarning } from '@fanfare/contract';
import type { AccountCall } from './account-call.ts';
import type { MediaSource } from './media-source.ts';
import type { NetworkError } from './network-error.ts';
import type { ReadPage } from './read-page.ts';

/**
 * A step of a publish that nobody can see yet: an upload or a container. The executor commits an
 * intent before `send`, stores the returned handle after it, and on a later run returns the stored
 * handle without sending again.
 *
 * @example
 * const mediaId = await call.step({ kind: 'media', ordinal: 0, send: () => upload(call, file) });
 */
export type HiddenStep = {
  readonly kind: 'media' | 'container';
  /** Position within its kind, from 0; the same step must have the same number on every run. */
  readonly ordinal: number;
  /** True: the step runs even if its handle is stored, and its new handle replaces it. */
  readonly replaces?: boolean;
  /**
   * Performs the step and returns the network's id for it. Pass to `warn` what the post goes out
   * without because of this step: callers see it in the target's `warnings`. Warnings are stored
   * with the step, so a run that takes over keeps them.
   */
  readonly send: (warn: (warning: TargetWarning) => void) => Promise<string>;
};

/** One run of one write: what `prepare`, `send` and `reconcile` may use. */
export type Call = AccountCall & {
  /** The name of this write, the same for every try. At most 40 characters of a-z, 0-9, `-`. */
  readonly key: string;
  readonly media: MediaSource;
  /** Reads title, description and image of a public page. Absent where pages are not read. */
  readonly readPage?: ReadPage;
  /** Runs a hidden step, or returns the handle that an earlier run stored. */
  step(step: HiddenStep): Promise<string>;
};

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A public write that is ready: everything hidden is done, one call is left. */
export type Prepared = {
  /** The handle by which the network can be asked about the write; null without one. */
  readonly handle: string | null;
  /** The rest `send` needs, as JSON. */
  readonly body: Json;
};

/** A first comment: the published post it goes below, and its text. */
export type CommentDraft = { readonly platformPostId: string; readonly text: string };

/** A post that an account reshares, its own or another's. */
export type RepostDraft = { readonly platformPostId: string };

/** A published post that its account deletes at the network. */
export type UnpublishDraft = { readonly platformPostId: string };

/** The result of a write: id and public address; null where the network does not say. */
export type Sent = { readonly platformPostId: string | null; readonly url: string | null };

/** A public write whose answer was lost or proves nothing. */
export type Attempt<Input> = {
  readonly input: Input;
  readonly handle: string | null;
  /** Database time of the intent, Unix milliseconds, for comparison with the network's times. */
  readonly intendedAt: number;
  /**
   * Milliseconds since the intent was committed, at the call of `reconcile`, whatever the clock of
   * this process says. Count waits from it. The first send began at most 20 s later.
   */
  readonly agoMs: number;
  /** The number of times that this write was sent so far, at least 1. */
  readonly sends: number;
  /** The error the last send ended with, when this process still has it. */
  readonly error: unknown;
  /** The errors of earlier sends of this process, oldest first. Others may be on their way. */
  readonly earlierErrors: readonly unknown[];
};

/** The result of reading the network about an attempt. */
export type Verdict =
  | {
      readonly state: 'live';
      readonly platformPostId: string | null;
      readonly url: string | null;
      /** Found by something that only this write has, such as its key: a copy cannot match. */
      readonly isOwn?: true;
    }
  /** It definitely did not happen; `error` says why. */
  | { readonly state: 'absent'; readonly error: Error }
  /**
   * It did not happen yet, and the network publishes this handle at most once: send it again after
   * `afterMs` milliseconds, at most 15 minutes. The handle alone must be enough for `send`, since
   * `Prepared.body` is null after a crash.
   */
  | { readonly state: 'resend'; readonly afterMs: number }
  /** Reading cannot decide. */
  | { readonly state: 'undecided' };

/** A hidden step that the network accepted, as the journal holds it. */
export type AcceptedStep = Pick<HiddenStep, 'kind' | 'ordinal'> & { readonly handle: string };

/** A public write that the network definitely refused. */
export type Refused = { readonly prepared: Prepared; readonly error: NetworkError };

/**
 * A write that others can see, in three steps. The executor commits a write intent between
 * `prepare` and `send`, which makes a second send impossible. After an `unknown` outcome only
 * `reconcile` runs, and it only reads. All three throw NetworkError.
 */
export type PublicWrite<Input, WriteCall = Call> = {
  /** Does everything that is hidden, each call inside `call.step`. Repeatable. */
  prepare(call: WriteCall, input: Input): Promise<Prepared>;
  /** Makes one public call; a second one only after a refused API version. */
  send(call: WriteCall, prepared: Prepared): Promise<Sent>;
  /** Reads what became of an attempt. */
  reconcile(call: WriteCall, attempt: Attempt<Input>): Promise<Verdict>;
  /**
   * Called when the network definitely refused a `send` and the executor would give up. If the
   * write can go without a part of what was sent, this stores that in a hidden step with
   * `replaces`, with a warning, and returns true. The executor then makes one more attempt, whose
   * `prepare` finds that step. Makes no network call.
   */
  leaveOut?(call: WriteCall, refused: Refused): Promise<boolean>;
  /**
   * Deletes what the hidden steps of a failed write left at the network, such as uploaded files.
   * Called at most once, after the write has ended and nothing of it is live. Best effort: an error
   * is only logged. Absent where the network deletes such things by itself.
   */
  discard?(call: WriteCall, steps: readonly AcceptedStep[]): Promise<void>;
};
