import { LIMITS } from '@fanfare/contract';
import { type Decision, DRAFT_REFUSALS, noSuch, refuse } from '@fanfare/rules';
import { lockProject } from '../../callers/projects/projects.table.ts';
import type { DatabasePool } from '../../db/database.ts';
import { type Ids, toPublicId } from '../../process/ids.ts';
import {
  countOpenDrafts,
  type DraftChange,
  type DraftRow,
  findDraft,
  insertDraft,
  type NewDraft,
  updateDraft,
} from './drafts.table.ts';

type Deps = { readonly db: DatabasePool; readonly ids: Ids };

/** A draft of a call: new, or that of an earlier call with its key. */
export type MadeDraft = { readonly draft: DraftRow; readonly isNew: boolean };

/**
 * Creates a draft, or returns the one of an earlier call with the same key, as after a second
 * click. Its post gets `idempotencyKey`, by default its id.
 */
export async function createDraft(
  { db, ids }: Deps,
  draft: Omit<NewDraft, 'id' | 'idempotencyKey'> & { readonly idempotencyKey?: string },
): Promise<Decision<{ readonly made: MadeDraft }>> {
  const id = ids.uuid();
  const { projectId, call, idempotencyKey = toPublicId('drf', id) } = draft;
  return db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const existing = await findDraft(tx, projectId, call ? { createKey: call.key } : { idempotencyKey });
    if (existing) return { ok: true, made: { draft: existing, isNew: false } };
    if ((await countOpenDrafts(tx, projectId)) >= LIMITS.draftsPerProject.value) return DRAFT_REFUSALS.limitReached();
    await insertDraft(tx, { ...draft, id, idempotencyKey });
    return { ok: true, made: { draft: (await findDraft(tx, projectId, { id }))!, isNew: true } };
  });
}

/** Changes a draft that is not published, unless somebody changed it since. */
export async function changeDraft(
  { db }: Pick<Deps, 'db'>,
  change: DraftChange,
): Promise<Decision<{ readonly draft: DraftRow }>> {
  const { projectId, id, version } = change;
  const before = await findDraft(db, projectId, { id });
  if (before?.postId) return DRAFT_REFUSALS.published(toPublicId('post', before.postId));
  const isSaved = await updateDraft(db, change);
  const draft = await findDraft(db, projectId, { id });
  if (!draft) return refuse(noSuch('draft'));
  return isSaved ? { ok: true, draft } : DRAFT_REFUSALS.conflict(draft.version, version);
}
