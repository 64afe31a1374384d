import { contract, type PostDraft } from '@fanfare/contract';
import { canonicalJson, draftPages, headerText, noSuch, readIdempotencyHeader } from '@fanfare/rules';
import { apiHandlers, type Caller } from '../../callers/caller.ts';
import type { CallersPool } from '../../db/database.ts';
import { labelCursor } from '../../http/label-cursor.ts';
import { orRefuse, RequestError } from '../../http/request-error.ts';
import { sha256 } from '../../http/sha256.ts';
import { fromPublicId, type Ids, toPublicId } from '../../process/ids.ts';
import { type CheckDraftDeps, checkRequest } from './check-draft.ts';
import { type DraftRef, type DraftRow, deleteDraft, findDraft, listDrafts } from './drafts.table.ts';
import { changeDraft, createDraft } from './write-draft.ts';

type DraftsDeps = CheckDraftDeps & {
  readonly db: CallersPool;
  readonly ids: Ids;
  readonly baseUrl: string;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The routes of drafts. */
export function draftsHandlers(deps: DraftsDeps) {
  const answered = async ({ projectId }: Caller, draft: DraftRow) => ({
    draft: toDraft(deps, projectId, draft),
    check: await checkRequest(deps, projectId, draft.request),
  });
  return apiHandlers(contract.drafts, {
    create: async ({ body, caller, req, res }) => {
      const lines = (req.headersDistinct['idempotency-key'] ?? []).map(headerText);
      const { key } = orRefuse(readIdempotencyHeader(lines));
      const bodySha256 = sha256(canonicalJson(body));
      const { made } = orRefuse(
        await createDraft(deps, {
          projectId: caller.projectId,
          ...{ request: body.request, form: null, note: body.note || null },
          by: caller.kind === 'key' ? { keyId: caller.id } : { sessionId: caller.id },
          call: key === null ? null : { key, sha256: bodySha256 },
        }),
      );
      const isMismatch = !made.isNew && made.draft.createSha256?.equals(bodySha256) !== true;
      if (isMismatch) res.setHeader('Idempotency-Mismatch', 'true');
      return { status: made.isNew ? 201 : 200, body: await answered(caller, made.draft) };
    },

    list: async ({ query, caller }) => {
      const { after } = orRefuse(draftPages.readStart(query.cursor, UUID));
      const { limit, published = null } = query;
      const rows = await listDrafts(deps.db, caller.projectId, {
        ...{ published, before: after?.id ?? null, limit: limit + 1 },
      });
      const { shown, page } = draftPages.toPage(rows, limit, ({ id, createdAt: at }) => ({ id, at }));
      const drafts = shown.map((row) => toDraft(deps, caller.projectId, row));
      return { status: 200, body: { drafts, ...labelCursor(deps.ids.cell, page) } };
    },

    get: async ({ params, caller }) => {
      const { projectId, id } = refOf(caller, params.id);
      const draft = await findDraft(deps.db, projectId, { id });
      if (!draft) throw new RequestError(noSuch('draft'));
      return { status: 200, body: await answered(caller, draft) };
    },

    update: async ({ params, body: { version, request, note }, caller }) => {
      const { draft } = orRefuse(
        await changeDraft(deps, {
          ...refOf(caller, params.id),
          version,
          ...(request && { content: { request, form: null } }),
          ...(note !== undefined && { note: note || null }),
        }),
      );
      return { status: 200, body: await answered(caller, draft) };
    },

    delete: async ({ params, caller }) => {
      if (!(await deleteDraft(deps.db, refOf(caller, params.id)))) throw new RequestError(noSuch('draft'));
      return { status: 200, body: { deleted: true } };
    },
  });
}

/** A malformed id is answered like an unknown one. */
function refOf({ projectId }: Caller, publicId: string): DraftRef {
  const id = fromPublicId('drf', publicId);
  if (id === null) throw new RequestError(noSuch('draft'));
  return { projectId, id };
}

function toDraft({ baseUrl }: Pick<DraftsDeps, 'baseUrl'>, projectId: string, row: DraftRow): PostDraft {
  const { version, note, request, idempotencyKey, postId } = row;
  const id = toPublicId('drf', row.id);
  return {
    ...{ id, version, note, request, idempotencyKey },
    postId: postId && toPublicId('post', postId),
    // The person who opens it may have looked at another project last.
    composeUrl: `${baseUrl}/compose?draft=${id}&project=${toPublicId('prj', projectId)}`,
    createdBy: row.createdByKey === null ? { type: 'person', name: null } : { type: 'key', name: row.keyName },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
