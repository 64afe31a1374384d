import type { Database } from '../../db/database.ts';
import { retryTransient } from '../../db/retry-transient.ts';
import type { Ids } from '../../process/ids.ts';
import type { Found, IntentOutcome, WriteJournal } from '../../writes/journal.ts';
import { type Attempt, type Deletion, intendDeletion, resolveDeletion } from './unpublishes.table.ts';

/** Points of a removal: claimed; about to be sent; sent and not stored. No-ops in production. */
export type UnpublishCheckpoint = (name: 'claimed' | 'intended' | 'sent' | 'deleted', of: Attempt) => Promise<void>;

export const noUnpublishCheckpoint: UnpublishCheckpoint = async () => undefined;

export type UnpublishJournalDeps = {
  readonly db: Database;
  readonly ids: Ids;
  readonly leaseSeconds: number;
  readonly checkpoint: UnpublishCheckpoint;
};

/**
 * Nothing is ever open: a second deletion does no harm, so one in doubt is sent again, not read.
 */
export const foundDeletion = (inDoubt: boolean): Found => ({ steps: [], open: null, mayBeLive: inDoubt });

type OnePost = {
  readonly platformPostId: string;
  /** The earlier deletion of the post whose end is not known; null without one. */
  readonly earlier: Deletion | null;
  /** The error of the target while an answer is missing. */
  readonly doubt: string;
};

/** The journal of deleting one post of a target, for the write engine. */
export function unpublishJournal(deps: UnpublishJournalDeps, attempt: Attempt, of: OnePost): WriteJournal {
  const { platformPostId, earlier, doubt } = of;
  const { db, leaseSeconds } = deps;
  let found = foundDeletion(earlier !== null);
  const intend = async (id: string, sends: number): Promise<IntentOutcome> => {
    const asked = { id, platformPostId, sends, leaseSeconds, doubt };
    const intent = await retryTransient(() => intendDeletion(db, attempt, asked));
    if (intent.state !== 'intended') return intent;
    const { intendedAt } = intent;
    return { state: 'open', write: { id, handle: platformPostId, intendedAt, since: performance.now(), sends } };
  };
  const noSteps = () => Promise.reject(new Error('A deletion takes no steps.'));
  return {
    find: async () => found,
    // A deletion in doubt goes on under its own entry.
    intend: () => intend(earlier?.id ?? deps.ids.uuid(), (earlier?.sends ?? 0) + 1),
    resend: ({ id, sends }) => intend(id, sends + 1),
    async resolve({ id }, { state, detail = null }) {
      if (state === 'unknown') found = foundDeletion(true);
      // Whether an earlier one was executed is still not known.
      const end = earlier === null ? state : 'unknown';
      await retryTransient(() => resolveDeletion(db, attempt, { id, state: end, detail }));
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
