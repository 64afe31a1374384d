import { appContract, type Draft } from '@fanfare/app-contract';
import type { DatabasePool } from '../../db/database.ts';
import { noSuchOf } from '../../http/app-refusal.ts';
import { orRefuse, RequestError } from '../../http/request-error.ts';
import { fromPublicId, type Ids, toPublicId } from '../../process/ids.ts';
import { appHandlers, projectOf } from './access.ts';
import { type DraftFacts, type DraftRow, deleteDraft, findDraft, listDrafts } from './drafts.table.ts';
import { createDraft, saveDraft } from './drafts.ts';

type Deps = { readonly db: DatabasePool; readonly ids: Ids };

export function draftsHandlers(deps: Deps) {
  const { db } = deps;
  return appHandlers(appContract.drafts, {
    list: async ({ caller }) => {
      const rows = await listDrafts(db, projectOf(caller).id);
      return { status: 200, body: { drafts: rows.map((row) => ({ ...toFacts(row), preview: row.preview })) } };
    },

    create: async ({ body, caller }) => {
      const { draft, isNew } = orRefuse(
        await createDraft(deps, { projectId: projectOf(caller).id, createdBy: caller.user.id, ...body }),
      );
      return { status: isNew ? 201 : 200, body: { draft: toDraft(draft) } };
    },

    get: async ({ params, caller }) => {
      const draft = await findDraft(db, projectOf(caller).id, { id: draftIdOf(params.draftId) });
      if (!draft) throw new RequestError(noSuchOf('draft'));
      return { status: 200, body: { draft: toDraft(draft) } };
    },

    save: async ({ params, body, caller }) => {
      const id = draftIdOf(params.draftId);
      const { draft } = orRefuse(await saveDraft(deps, { projectId: projectOf(caller).id, id, ...body }));
      return { status: 200, body: { draft: toDraft(draft) } };
    },

    delete: async ({ params, caller }) => {
      if (!(await deleteDraft(db, projectOf(caller).id, draftIdOf(params.draftId))))
        throw new RequestError(noSuchOf('draft'));
      return { status: 200, body: { deleted: true } };
    },
  });
}

function draftIdOf(id: string): string {
  const draftId = fromPublicId('drf', id);
  if (draftId === null) throw new RequestError(noSuchOf('draft'));
  return draftId;
}

const toFacts = ({ id, version, idempotencyKey, createdBy, createdAt, updatedAt }: DraftFacts) => ({
  id: toPublicId('drf', id),
  version,
  idempotencyKey,
  createdBy,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const toDraft = (row: DraftRow): Draft => ({ ...toFacts(row), body: row.body });
