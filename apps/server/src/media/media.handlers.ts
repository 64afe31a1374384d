import { contract, LIMITS } from '@fanfare/contract';
import {
  canonicalJson,
  type Decision,
  headerText,
  judgeSmallFile,
  MEDIA_REFUSALS,
  mediaPages,
  noSuch,
  type Refusal,
  readIdempotencyHeader,
} from '@fanfare/rules';
import type { Request, Response } from 'express';
import { apiHandlers, type Caller } from '../callers/caller.ts';
import { labelCursor } from '../http/label-cursor.ts';
import { orRefuse, RequestError } from '../http/request-error.ts';
import { fromPublicId } from '../process/ids.ts';
import { type CompleteMediaDeps, completeMedia } from './complete-media.ts';
import { type CopyMediaDeps, copyMedia } from './copy-media.ts';
import { createMedia } from './create-media.ts';
import { findMedia, listMedia, type MediaRef } from './media.table.ts';
import { deleteMedia } from './media-uses.table.ts';
import type { MadeMedia, MediaRequest } from './new-media.ts';
import { putMedia } from './put-media.ts';
import { overStore } from './store-refusal.ts';
import { toMediaFile } from './to-media-file.ts';
import { type ReadUploadDeps, readUpload } from './uploads/read-upload.ts';
import { uploadHead } from './uploads/upload-head.ts';

type Deps = CompleteMediaDeps & CopyMediaDeps & ReadUploadDeps;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The routes of hosted files. */
export function mediaHandlers(deps: Deps) {
  const answerMade = async (res: Response, { media, isNew, isMismatch }: MadeMedia) => {
    if (isMismatch) res.setHeader('Idempotency-Mismatch', 'true');
    return { status: isNew ? (201 as const) : (200 as const), body: { media: await toMediaFile(deps, media) } };
  };
  return apiHandlers(contract.media, {
    create: async ({ body, caller, req, res }) => {
      const { made } = orRefuse(await createMedia(deps, requestOf(req, caller, canonicalJson(body)), body));
      return answerMade(res, made);
    },

    put: async ({ query: { filename }, caller, req, res }) => {
      const { bytes } = orRefuse(judgeSmallFile(uploadHead(req)));
      const request = requestOf(req, caller, canonicalJson({ filename, bytes }));
      const until = new Date(deps.now().getTime() + LIMITS.mediaUploadSeconds.value * 1_000);
      const work = putMedia(deps, request, { filename, bytes }, (file, read) =>
        readUpload(deps, file, { req, res, until }, read),
      );
      const { made } = await orAgain(overStore(work));
      return answerMade(res, made);
    },

    fromUrl: async ({ body, caller, req, res }) => {
      const { made } = orRefuse(await overStore(copyMedia(deps, requestOf(req, caller, canonicalJson(body)), body)));
      return answerMade(res, made);
    },

    complete: async ({ params, caller }) => {
      const { media } = orRefuse(await overStore(completeMedia(deps, refOf(caller, params.id))));
      return { status: 200, body: { media: await toMediaFile(deps, media) } };
    },

    list: async ({ query, caller }) => {
      const { after } = orRefuse(mediaPages.readStart(query.cursor, UUID));
      const { limit, status = null } = query;
      const rows = await listMedia(deps.db, caller.projectId, { status, before: after?.id ?? null, limit: limit + 1 });
      const { shown, page } = mediaPages.toPage(rows, limit, ({ id, createdAt: at }) => ({ id, at }));
      const media = await Promise.all(shown.map((row) => toMediaFile(deps, row)));
      return { status: 200, body: { media, ...labelCursor(deps.ids.cell, page) } };
    },

    get: async ({ params, caller }) => {
      const { projectId, id } = refOf(caller, params.id);
      const media = await findMedia(deps.db, projectId, { id });
      if (!media) throw new RequestError(noSuch('file'));
      return { status: 200, body: { media: await toMediaFile(deps, media) } };
    },

    delete: async ({ params, caller }) => {
      const ref = refOf(caller, params.id);
      const deleted = await deps.db.transaction((tx) => deleteMedia(tx, ref));
      if (deleted === 'unknown') throw new RequestError(noSuch('file'));
      if (deleted === 'in_use') throw new RequestError(MEDIA_REFUSALS.inUse().refusal);
      // A kill before this leaves bytes without a row, which the job deletes.
      for (const key of deleted.keys) await overStore(deps.store.remove(key));
      return { status: 200, body: { deleted: true } };
    },
  });
}

const CUT: ReadonlySet<string> = new Set(['upload_closed', 'upload_incomplete', 'not_found']);
const AGAIN: Refusal = {
  code: 'unavailable',
  message: 'The body stalled, or another request with the same key sends the file. Send the same request again.',
  headers: { 'Retry-After': '5' },
};

/** One call has no offset to go on from: what cuts it asks for the whole call again. */
async function orAgain<Answer extends object>(work: Promise<Decision<Answer>>): Promise<Answer> {
  try {
    return orRefuse(await work);
  } catch (error) {
    throw error instanceof RequestError && CUT.has(error.refusal.code) ? new RequestError(AGAIN) : error;
  }
}

/** A malformed id is answered like an unknown one. */
function refOf({ projectId }: Caller, publicId: string): MediaRef {
  const id = fromPublicId('med', publicId);
  if (id === null) throw new RequestError(noSuch('file'));
  return { projectId, id };
}

function requestOf(req: Request, caller: Caller, text: string): MediaRequest {
  const lines = (req.headersDistinct['idempotency-key'] ?? []).map(headerText);
  const { key } = orRefuse(readIdempotencyHeader(lines));
  return { caller, key, text };
}
