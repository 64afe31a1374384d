import type { Ids } from '../process/ids.ts';
import type { Found, WriteJournal, WritePoint } from '../writes/journal.ts';
import type { Checkpoint, CheckpointName } from './checkpoint.ts';
import type { TargetStore } from './target-store.ts';
import type { Lease } from './targets.table.ts';
import type { Journal, WriteKind } from './write-intents.table.ts';

type Deps = { readonly store: TargetStore; readonly ids: Ids; readonly checkpoint: Checkpoint };

/** A write of a target under a lease. */
export type TargetWrite = { readonly kind: WriteKind; readonly lease: Lease; readonly accountId: string };

/** Hidden steps of a comment have numbers far above those of any post. */
const FIRST_ORDINAL: Readonly<Record<WriteKind, number>> = { publish: 0, comment: 1_000 };

const STEPS = {
  media_intended: 'C1',
  media_accepted: 'C2',
  container_intended: 'C3',
  container_accepted: 'C4',
} as const;
const CHECKPOINTS: Readonly<Record<WriteKind, Readonly<Record<WritePoint, CheckpointName | null>>>> = {
  publish: { ...STEPS, prepared: 'C5', intended: 'C6', answered: 'C7' },
  comment: { ...STEPS, prepared: null, intended: 'C10', answered: 'C11' },
};

/** The entries of a target's journal for one of its writes. */
export function foundIn({ steps, open }: Journal, kind: WriteKind): Found {
  const first = FIRST_ORDINAL[kind];
  return {
    steps: steps
      .map((step) => ({ ...step, ordinal: step.ordinal - first }))
      .filter(({ ordinal }) => ordinal >= 0 && ordinal < FIRST_ORDINAL.comment),
    open: open[kind],
    mayBeLive: open[kind] !== null,
  };
}

/** The journal of a target for the write engine, for the post or its first comment. */
export function targetJournal({ store, ids, checkpoint }: Deps, of: TargetWrite): WriteJournal {
  const { kind, lease, accountId } = of;
  return {
    find: async () => foundIn(await store.findJournal(lease), kind),
    async intend(handle) {
      const id = ids.uuid();
      const intent = await store.intend(lease, { id, accountId, kind, ordinal: 0, handle });
      if (intent.state !== 'intended') return intent;
      const { intendedAt } = intent;
      return { state: 'open', write: { id, handle, intendedAt, since: performance.now(), sends: 1 } };
    },
    async resend(write) {
      const outcome = await store.recordResend(lease, write.id);
      return outcome === 'opened' ? { state: 'open', write: { ...write, sends: write.sends + 1 } } : { state: outcome };
    },
    resolve: ({ id }, resolution) => store.resolveIntent(lease, { id, ...resolution }),
    async belongsToAnother({ intendedAt }, platformPostId) {
      // A comment below our post was written by the post's own target.
      if (kind === 'comment') return false;
      return store.belongsToAnother(lease, { accountId, platformPostId, intendedAt });
    },
    async intendStep({ kind: step, ordinal }) {
      const id = ids.uuid();
      const position = FIRST_ORDINAL[kind] + ordinal;
      const intent = await store.intend(lease, { id, accountId, kind: step, ordinal: position, handle: null });
      return intent.state === 'intended' ? { state: 'intended', id } : intent;
    },
    resolveStep: (id, resolution) => store.resolveIntent(lease, { id, ...resolution }),
    async checkpoint(point) {
      const name = CHECKPOINTS[kind][point];
      if (name) await checkpoint(name, lease);
    },
  };
}
