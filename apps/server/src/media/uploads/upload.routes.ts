import { beforeUpload, judgeUploadHead, judgeUploadStart, UPLOAD_HEADERS, UPLOAD_REFUSALS } from '@fanfare/rules';
import { type Request, type Response, Router } from 'express';
import type { Database } from '../../db/database.ts';
import type { ClientLimit } from '../../http/client-limit.ts';
import { orRefuse, RequestError } from '../../http/request-error.ts';
import { hashToken } from '../../http/token.ts';
import { isErrorCode } from '../../process/is-error-code.ts';
import type { Logger } from '../../process/log/log.ts';
import { findUpload, type MediaRow } from '../media.table.ts';
import { storeHandled } from '../store-refusal.ts';
import type { MediaStore } from '../stores/media-store.ts';
import { type ReadUploadDeps, readUpload } from './read-upload.ts';
import type { RunningUploads } from './running-uploads.ts';
import { uploadHead } from './upload-head.ts';

export type UploadRoutesDeps = ReadUploadDeps & {
  readonly db: Database;
  readonly store: MediaStore;
  readonly uploads: RunningUploads;
  readonly log: Logger;
  /** Counts addresses that are no upload's. */
  readonly misses: ClientLimit;
};

/** Bytes of hosted files: whole with `PUT`, or in parts as tus clients send them. */
export function uploadRoutes(deps: UploadRoutesDeps): Router {
  const router = Router();
  router.all(
    '/uploads/:token',
    storeHandled(deps, async (req, res) => {
      res.set(UPLOAD_HEADERS);
      const { answer } = orRefuse(beforeUpload(uploadHead(req)));
      if (answer) return res.status(answer.status).set(answer.headers).end();
      const file = await findUpload(deps.db, hashToken(req.params.token as string), deps.now());
      if (!file) throw new RequestError(deps.misses.count(req.ip ?? '') ?? UPLOAD_REFUSALS.unknown);
      return req.method === 'HEAD' ? answerOffset(deps, file, res) : take(deps, file, req, res);
    }),
  );
  return router;
}

async function answerOffset({ store, uploads }: UploadRoutesDeps, { key, bytes }: MediaRow, res: Response) {
  await uploads.release(key);
  res.set({ 'Upload-Offset': String(await store.received(key)), 'Upload-Length': String(bytes) }).end();
}

/** Writes a body to the store, from where it begins. Keeps what came of a body that is cut. */
async function take(deps: UploadRoutesDeps, file: MediaRow, req: Request, res: Response): Promise<void> {
  const { store } = deps;
  const { key, bytes } = file;
  const { offset } = orRefuse(judgeUploadHead(file, uploadHead(req)));
  try {
    const end = await readUpload(deps, file, { req, res, until: file.uploadExpiresAt! }, async (bodyOf) => {
      const { start } = orRefuse(judgeUploadStart(file, await store.received(key), offset));
      const end = await store.append(key, start, bodyOf(bytes - start), bytes);
      if (end === bytes && !(await store.finish(key, bytes))) throw new RequestError(UPLOAD_REFUSALS.unknown);
      return end;
    });
    res.status(204).set('Upload-Offset', String(end)).end();
  } catch (error) {
    throw isErrorCode(error, 'ENOENT') ? new RequestError(UPLOAD_REFUSALS.unknown) : error;
  }
}
