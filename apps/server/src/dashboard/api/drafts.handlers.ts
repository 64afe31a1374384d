import { appContract, type Draft } from '@fanfare/app-contract';
import type { DatabasePool } from '../../db/database.ts';
import { noSuchOf } from '../../http/app-refusal.ts';
import { orRefuse, RequestError } from '../../http/request-error.ts';
import {
  type DraftFacts,
  type DraftRow,
  deleteDraft,
  findDraft,
  listOpenDrafts,
} from '../../posts/drafts/drafts.table.ts';
import { changeDraft, createDraft } from '../../posts/drafts/write-draft.ts';
import { fromPublicId, type Ids, toPublicId } from '../../process/ids.ts';
import { appHandlers, projectOf } from './access.ts';

type Deps = { readonly db: DatabasePool; readonly ids: Ids };

/** Drafts as the composer keeps them: the request of the public API, and its own form. */
export function draftsHandlers(deps: Deps) {
  const { db } = deps;
  return appHandlers(appContract.drafts, {
    list: async ({ caller }) => {
      const rows = await listOpenDrafts(db, projectOf(caller).id);
      return { status: 200, body: { drafts: rows.map((row) => ({ ...toFacts(row), preview: row.preview })) } };
    },

    create: async ({ body, caller }) => {
      const { made } = orRefuse(
        await createDraft(deps, {
          ...{ projectId: projectOf(caller).id, ...body },
          ...{ note: null, by: { userId: caller.user.id }, call: null },
        }),
      );
      return { status: made.isNew ? 201 : 200, body: { draft: toDraft(made.draft) } };
    },

    get: async ({ params, caller }) => {
      const draft = await findDraft(db, projectOf(caller).id, { id: draftIdOf(params.draftId) });
      if (!draft) throw new RequestError(noSuchOf('draft'));
      return { status: 200, body: { draft: toDraft(draft) } };
    },

    save: async ({ params, body: { version, ...content }, caller }) => {
      const id = draftIdOf(params.draftId);
      const { draft } = orRefuse(await changeDraft(deps, { projectId: projectOf(caller).id, id, version, content }));
      return { status: 200, body: { draft: toDraft(draft) } };
    },

    delete: async ({ params, caller }) => {
      if (!(await deleteDraft(db, { projectId: projectOf(caller).id, id: draftIdOf(params.draftId) })))
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

const toFacts = (row: DraftFacts) => ({
  ...{ id: toPublicId('drf', row.id), version: row.version, note: row.note, idempotencyKey: row.idempotencyKey },
  postId: row.postId && toPublicId('post', row.postId),
  createdBy:
    row.createdByKey === null
      ? ({ type: 'person', name: row.email } as const)
      : ({ type: 'key', name: row.keyName } as const),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const toDraft = (row: DraftRow): Draft => ({ ...toFacts(row), request: row.request, form: row.form });
