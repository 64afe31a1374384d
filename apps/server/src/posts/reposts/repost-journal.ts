import type { Database } from '../../db/database.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import type { Found, IntentOutcome, WriteJournal } from '../../writes/journal.ts';
import { type Attempt, intendRepost } from './reposts.table.ts';

/** Points of a repost: claimed; about to be sent; sent and not stored. No-ops in production. */
export type RepostCheckpoint = (name: 'claimed' | 'intended' | 'sent', attempt: Attempt) => Promise<void>;

export const noRepostCheckpoint: RepostCheckpoint = async () => undefined;

export type RepostJournalDeps = {
  readonly db: Database;
  readonly leaseSeconds: number;
  readonly checkpoint: RepostCheckpoint;
};

/** Nothing is ever open: a repeated repost is a no-op, so one in doubt is sent again, not read. */
export const foundRepost = (inDoubt: boolean): Found => ({ steps: [], open: null, mayBeLive: inDoubt });

/** The row of a repost as a journal. The intent is its `in_doubt`, until the attempt is settled. */
export function repostJournal(deps: RepostJournalDeps, attempt: Attempt, earlier: Found): WriteJournal {
  let found = earlier;
  const intend = async (handle: string | null, sends: number): Promise<IntentOutcome> => {
    const intent = await retryTransient(() => intendRepost(deps.db, attempt, deps.leaseSeconds));
    if (intent.state !== 'intended') return intent;
    const { intendedAt } = intent;
    return {
      state: 'open',
      write: { id: attempt.attemptId, handle, intendedAt, since: performance.now(), sends },
    };
  };
  const noSteps = () => Promise.reject(new Error('A repost takes no steps.'));
  return {
    find: async () => found,
    intend: (handle) => intend(handle, 1),
    resend: ({ handle, sends }) => intend(handle, sends + 1),
    async resolve(_, { state }) {
      found = state === 'unknown' ? foundRepost(true) : earlier;
    },
    belongsToAnother: async () => false,
    intendStep: noSteps,
    resolveStep: noSteps,
    async checkpoint(point) {
      if (point === 'intended') await deps.checkpoint('intended', attempt);
      if (point === 'answered') await deps.checkpoint('sent', attempt);
    },
  };
}
