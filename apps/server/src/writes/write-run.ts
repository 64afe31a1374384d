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
  /** Runs a call when its account has capacity: each account has only so many calls in flight. Null when `patience` was aborted first: then `work` never began. */
  inAccountLane<T extends NonNullable<unknown>>(
    accountId: string,
    work: () => Promise<T>,
    patience: AbortSignal,
  ): Promise<T | null>;
  /** Aborted when this process is to stop: waiting ends at once, writing does not. */
  readonly stopping: AbortSignal;
  /** Absent where no pages are read for link cards. */
  readonly readPage?: ReadPage;
};

/** What differs between the kinds of writes. */
export type WritePolicy = {
  /** How often one run tries a write, as long as nothing is live. Tries while media are still processing do not count. */
  readonly maxTries: number;
  /** The longest that one run waits in all because a network asks it to (`Retry-After`). */
  readonly maxWaitMs: number;
  /** The longest that one run waits in all while the network processes media. */
  readonly maxProcessingMs: number;
  /** The longest wait for other writes of the account; null for as long as it takes. */
  readonly maxLaneMs: number | null;
  /**
   * What a clear refusal of a repeated send leads to. It says nothing about the sends before it. `read`: the network is read again. `end`: the outcome is
   * unknown; asking again later is harmless, because the network makes a repeat a no-op.
   */
  readonly onRefusedRepeat: 'read' | 'end';
  /** The code for a deadline that passed before anything could be sent. */
  readonly tooLate: TargetErrorCode;
  /** What callers read when the account was disconnected before anything was sent. */
  readonly disconnected: string;
};

/** One public write to be made, once. */
export type WriteRun<Input> = {
  /** What the adapter gets as `Call.key`. */
  readonly key: string;
  readonly write: SealedWrite<Input>;
  readonly input: Input;
  readonly owner: { readonly projectId: string; readonly accountId: string };
  readonly journal: WriteJournal;
  /** What the journal holds before this run. */
  readonly found: Found;
  readonly media: MediaSource;
  readonly deadline: AbortSignal;
  readonly policy: WritePolicy;
  /** What log lines name, such as the target. */
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
      /** True: an earlier send may be live all the same. */
      readonly mayBeLive: boolean;
      /** What was sent, where the network answered that it refused it. */
      readonly refused?: Prepared;
    }
  /** It may be live, and reading could not decide. `error` is what the last send ended with; null when another process made it. */
  | { readonly state: 'outcome_unknown'; readonly error: unknown }
  /** This process stops. Open writes stay open in the journal. */
  | { readonly state: 'stopping'; readonly mayBeLive: boolean; readonly error: unknown }
  | { readonly state: 'lease_lost' };
