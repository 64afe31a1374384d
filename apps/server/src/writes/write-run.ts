import type { TargetErrorCode } from '@fanfare/contract';
import type {
  Call,
  Clock,
  Http,
  MediaSource,
  NetworkError,
  Prepared,
  PublicWrite,
  ReadPage,
  Sent,
} from '@fanfare/network';
import type { TryOpenCredentialDeps } from '../accounts/credentials/try-open-credential.ts';
import type { Found, WriteJournal } from './journal.ts';
import type { SealedWrite } from './open-write.ts';

export type WriteDeps = TryOpenCredentialDeps & {
  readonly http: Http;
  readonly clock: Clock;
  /** Runs a call when its account has capacity. Null when `patience` was aborted first. */
  inAccountLane<T extends NonNullable<unknown>>(
    accountId: string,
    work: () => Promise<T>,
    patience: AbortSignal,
  ): Promise<T | null>;
  /** Aborted when this process is to stop: waits end at once, writes do not. */
  readonly stopping: AbortSignal;
  /** Absent where no pages are read for link cards. */
  readonly readPage?: ReadPage;
};

/** Settings of one kind of write. */
export type WritePolicy = {
  /** Tries of one run while nothing is live. Tries during media processing do not count. */
  readonly maxTries: number;
  /** Limit of all waits of one run that a network asks for (`Retry-After`). */
  readonly maxWaitMs: number;
  /** Limit of all waits of one run for media processing. */
  readonly maxProcessingMs: number;
  /** Limit of the wait for other writes of the account; null for none. */
  readonly maxLaneMs: number | null;
  /** After a refused repeat: read the network again, or end as unknown where repeats are no-ops. */
  readonly onRefusedRepeat: 'read' | 'end';
  /** The code for a deadline that passed before anything was sent. */
  readonly tooLate: TargetErrorCode;
  /** The message when the account was disconnected before anything was sent. */
  readonly disconnected: string;
};

/** One public write to be made once. */
export type WriteRun<Input> = {
  /** Passed to the adapter as `Call.key`. */
  readonly key: string;
  readonly write: SealedWrite<Input>;
  readonly input: Input;
  readonly owner: { readonly projectId: string; readonly accountId: string };
  readonly journal: WriteJournal;
  /** The journal before this run. */
  readonly found: Found;
  readonly media: MediaSource;
  readonly deadline: AbortSignal;
  readonly policy: WritePolicy;
  /** Fields of log lines, such as the target. */
  readonly about: Readonly<Record<string, string>>;
};

/** One try, with an open credential. */
export type WriteTry<Input> = {
  readonly run: WriteRun<Input>;
  readonly network: PublicWrite<Input>;
  readonly call: Call;
};

export type TryResult =
  | { readonly state: 'accepted'; readonly intentId: string; readonly sent: Sent }
  | {
      readonly state: 'failed';
      readonly error: NetworkError;
      /** An earlier send may be live all the same. */
      readonly mayBeLive: boolean;
      /** The write that the network refused in its answer. */
      readonly refused?: Prepared;
    }
  /** It may be live. `error` is that of the last send; null when another process made it. */
  | { readonly state: 'outcome_unknown'; readonly error: unknown }
  /** This process stops. Open writes stay in the journal. */
  | { readonly state: 'stopping'; readonly mayBeLive: boolean; readonly error: unknown }
  | { readonly state: 'lease_lost' };
