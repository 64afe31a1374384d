import { APP_LIMITS, type CreateDraftBody, type SaveDraftBody } from '@fanfare/app-contract';
import { lockProject } from '../../callers/projects.table.ts';
import { type DatabasePool, violates } from '../../db/database.ts';
import { type AppDecision, noSuchOf, refuseApp } from '../../http/app-refusal.ts';
import type { Ids } from '../../process/ids.ts';
import { countDrafts, type DraftRow, findDraft, insertDraft, updateDraft } from './drafts.table.ts';

type Deps = { readonly db: DatabasePool; readonly ids: Ids };

/** Creates a draft, or returns the one with this idempotency key, as after a second click. */
export async function createDraft(
  { db, ids }: Deps,
  { projectId, createdBy, body, idempotencyKey }: CreateDraftBody & { projectId: string; createdBy: string },
): Promise<AppDecision<{ readonly draft: DraftRow; readonly isNew: boolean }>> {
  const id = ids.uuid();
  return db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const existing = await findDraft(tx, projectId, { idempotencyKey });
    if (existing) return { ok: true, draft: existing, isNew: false };
    if ((await countDrafts(tx, projectId)) >= APP_LIMITS.draftsPerProject)
      return refuseApp('draft_limit_reached', `A project has at most ${APP_LIMITS.draftsPerProject} drafts.`);
    await insertDraft(tx, { projectId, id, body, idempotencyKey, createdBy });
    const draft = await findDraft(tx, projectId, { id });
    return { ok: true, draft: draft!, isNew: true };
  });
}

export async function saveDraft(
  { db }: Pick<Deps, 'db'>,
  { projectId, id, version, body, idempotencyKey }: SaveDraftBody & { projectId: string; id: string },
): Promise<AppDecision<{ readonly draft: DraftRow }>> {
  try {
    const isSaved = await updateDraft(db, { projectId, id, version, body, idempotencyKey: idempotencyKey ?? null });
    const draft = await findDraft(db, projectId, { id });
    if (!draft) return { ok: false, refusal: noSuchOf('draft') };
    if (isSaved) return { ok: true, draft };
    return refuseApp('draft_conflict', `The draft has version ${draft.version} by now, not ${version}. Read it again.`);
  } catch (error) {
    if (!violates(error, 'drafts_project_id_idempotency_key_key')) throw error;
    return refuseApp('draft_conflict', 'Another draft has this idempotency key.');
  }
}
