import { TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { type MediaSource, NetworkError, type Sent } from '@fanfare/network';
import type { OpenAccount } from '../accounts/credentials/with-credential.ts';
import type { Ids } from '../process/ids.ts';
import { discardWrite } from '../writes/discard-write.ts';
import { makeWrite } from '../writes/make-write.ts';
import type { SealedWrite } from '../writes/seal-adapter.ts';
import type { WriteDeps, WritePolicy } from '../writes/write-run.ts';
import type { Checkpoint } from './checkpoint.ts';
import { errorDetail, toErrorDetail } from './error-detail.ts';
import { foundIn, type TargetWrite, targetJournal } from './target-journal.ts';
import type { TargetStore } from './target-store.ts';
import type { ErrorDetail } from './targets.table.ts';
import type { Journal } from './write-intents.table.ts';

export type TargetWriteDeps = WriteDeps & {
  readonly store: TargetStore;
  readonly ids: Ids;
  readonly checkpoint: Checkpoint;
};

export type TargetWriteRun<Input> = TargetWrite & {
  readonly write: SealedWrite<Input>;
  readonly input: Input;
  readonly journal: Journal;
  readonly media: MediaSource;
  /** Time limit of the write. */
  readonly deadlineMs: number;
  /** The code for a deadline that passed before anything could be sent. */
  readonly tooLate: TargetErrorCode;
};

export type TargetWriteEnd =
  | { readonly state: 'accepted'; readonly intentId: string; readonly sent: Sent; readonly opened: OpenAccount }
  /** Nothing is live, or `outcome_unknown`. `waitMs`: a longer pause than a run makes, or null. */
  | { readonly state: 'failed'; readonly error: ErrorDetail; readonly waitMs: number | null }
  | { readonly state: 'stopping' }
  | { readonly state: 'lease_lost' };

const POLICY: Omit<WritePolicy, 'tooLate'> = {
  maxTries: 3,
  maxWaitMs: 30_000,
  maxProcessingMs: 90_000,
  maxLaneMs: null,
  onRefusedRepeat: 'read',
  disconnected: TARGET_ERRORS.account_not_active.meaning,
};

/** Makes the post of a target, or its first comment. */
export async function makeTargetWrite<Input>(
  deps: TargetWriteDeps,
  run: TargetWriteRun<Input>,
): Promise<TargetWriteEnd> {
  const { lease, accountId, kind, write, input, media } = run;
  const end = await makeWrite(deps, {
    key: keyOf(run),
    write,
    input,
    media,
    owner: { projectId: lease.projectId, accountId },
    journal: targetJournal(deps, run),
    found: foundIn(run.journal, kind),
    deadline: AbortSignal.timeout(run.deadlineMs),
    policy: { ...POLICY, tooLate: run.tooLate },
    about: { targetId: lease.targetId },
  });
  switch (end.state) {
    case 'failed':
      return { ...end, error: toErrorDetail(end.error) };
    case 'outcome_unknown':
      return { state: 'failed', error: unknownOutcome(end.error), waitMs: null };
    default:
      return end;
  }
}

/** Deletes files that a failed post left at its network. */
export async function discardTargetWrite<Input>(
  deps: TargetWriteDeps,
  run: Pick<TargetWriteRun<Input>, 'kind' | 'lease' | 'accountId' | 'write' | 'media'>,
): Promise<void> {
  const { kind, lease, accountId, write, media } = run;
  await discardWrite(deps, {
    ...{ key: keyOf(run), write, media, about: { targetId: lease.targetId } },
    owner: { projectId: lease.projectId, accountId },
    findSteps: async () => foundIn(await deps.store.findJournal(lease), kind).steps,
  });
}

/** The key of a write: a target has a post and a first comment. */
const keyOf = ({ kind, lease }: TargetWrite): string => (kind === 'publish' ? lease.targetId : `${lease.targetId}-c`);

function unknownOutcome(error: unknown): ErrorDetail {
  const cause = error instanceof NetworkError ? toErrorDetail(error) : null;
  return {
    ...errorDetail('outcome_unknown'),
    networkCode: cause?.networkCode ?? null,
    networkMessage: cause?.networkMessage ?? cause?.message ?? null,
  };
}
