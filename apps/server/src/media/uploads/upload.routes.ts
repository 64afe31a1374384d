import { BODY_REFUSALS, methodNotAllowed, type Refusal } from '@fanfare/rules';
import { type Request, type Response, Router } from 'express';
import type { Database } from '../../db/database.ts';
import { sendError } from '../../http/error-responses.ts';
import { RequestError } from '../../http/request-error.ts';
import { sha256 } from '../../http/sha256.ts';
import { awaitsContinue } from '../../http/unread-body.ts';
import type { Logger } from '../../log/log.ts';
import { isErrorCode } from '../../process/is-error-code.ts';
import { findUpload, type MediaRow } from '../media.table.ts';
import { storeHandled } from '../store-refusal.ts';
import type { MediaStore } from '../stores/media-store.ts';
import { NO_UPLOAD, receivedBytes, TOO_LONG } from './received-bytes.ts';
import type { RunningUploads } from './running-uploads.ts';

/** Version of the protocol (tus.io/protocols/resumable-upload, core, checked 2026-11). */
const TUS = '1.0.0';
const TUS_TYPE = 'application/offset+octet-stream';
const IDLE_MS = 30_000;

export type UploadRoutesDeps = {
  readonly db: Database;
  readonly store: MediaStore;
  readonly uploads: RunningUploads;
  readonly log: Logger;
  readonly now: () => Date;
  /** Longest wait for a byte; 30 seconds by default. */
  readonly idleMs?: number | undefined;
};

const ALL_HERE: Refusal = { code: 'upload_closed', message: 'All bytes of the file are here. Complete it.' };

/** Headers that let pages of any origin upload: the address is the permission, no cookie is. */
const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Upload-Offset, Upload-Length, Tus-Resumable, Tus-Version, X-Request-Id, Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'PUT, PATCH, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Upload-Offset, Tus-Resumable, X-Requested-With, X-Request-Id',
  'Access-Control-Max-Age': '86400',
  'Tus-Version': TUS,
};

type Answer = (deps: UploadRoutesDeps, file: MediaRow, req: Request, res: Response) => Promise<void>;

/** Bytes of hosted files: whole with `PUT`, or in parts as tus clients send them. */
export function uploadRoutes(deps: UploadRoutesDeps): Router {
  const router = Router();
  const answers: ReadonlyMap<string, Answer> = new Map([
    ['HEAD', answerOffset],
    ['PUT', takeWhole],
    ['PATCH', takePart],
  ]);
  router.all(
    '/uploads/:token',
    storeHandled(deps, async (req, res) => {
      res.set({ ...ANY_ORIGIN, 'Tus-Resumable': TUS, 'Cache-Control': 'no-store' });
      if (req.method === 'OPTIONS') return res.status(204).set(PREFLIGHT).end();
      const answer = answers.get(req.method);
      if (!answer) return sendError(res, methodNotAllowed(req.method, [...answers.keys(), 'OPTIONS']));
      const version = req.get('Tus-Resumable') ?? (req.method === 'PATCH' ? null : TUS);
      if (version !== TUS) return res.status(412).set('Tus-Version', TUS).end();
      const file = await findUpload(deps.db, sha256(req.params.token as string), deps.now());
      return file ? answer(deps, file, req, res) : sendError(res, NO_UPLOAD);
    }),
  );
  return router;
}

const answerOffset: Answer = async ({ store, uploads }, { key, bytes }, _req, res) => {
  await uploads.release(key);
  res.set({ 'Upload-Offset': String(await store.received(key)), 'Upload-Length': String(bytes) }).end();
};

const takeWhole: Answer = async (deps, file, req, res) => {
  if (essenceOf(req.get('Content-Type')) !== essenceOf(file.contentType))
    throw new RequestError({
      code: 'unsupported_media_type',
      message: `The file was announced as ${file.contentType}. Send that as "Content-Type".`,
    });
  const length = lengthOf(req);
  if (length !== null && length > file.bytes) throw new RequestError(TOO_LONG);
  if (length !== file.bytes)
    throw new RequestError({
      code: 'invalid_request',
      message: `The file was announced with ${file.bytes} bytes. Send all of them, with that "Content-Length".`,
    });
  await take(deps, file, req, res, () => 0);
};

const takePart: Answer = async (deps, file, req, res) => {
  if (essenceOf(req.get('Content-Type')) !== TUS_TYPE)
    throw new RequestError({
      code: 'unsupported_media_type',
      message: `Send a part with "Content-Type: ${TUS_TYPE}".`,
    });
  const sent = req.get('Upload-Offset') ?? '';
  if (!/^\d{1,15}$/.test(sent))
    throw new RequestError({ code: 'invalid_request', message: 'Send the place of the part as "Upload-Offset".' });
  const offset = Number(sent);
  if (offset + (lengthOf(req) ?? 0) > file.bytes) throw new RequestError(TOO_LONG);
  await take(deps, file, req, res, (received) => {
    if (received === offset) return offset;
    throw new RequestError({
      code: 'upload_incomplete',
      message: `The next part begins at ${received}, not at ${offset}.`,
      headers: { 'Upload-Offset': String(received) },
    });
  });
};

/** Writes a body to the store, from where `start` says. Keeps what came of a body that is cut. */
async function take(
  { store, uploads, now, idleMs = IDLE_MS }: UploadRoutesDeps,
  { projectId, key, bytes, uploadExpiresAt }: MediaRow,
  req: Request,
  res: Response,
  start: (received: number) => number,
): Promise<void> {
  const hasExpired = () => now() >= uploadExpiresAt!;
  if (req.get('Content-Encoding') !== undefined) throw new RequestError(BODY_REFUSALS.compressed);
  try {
    const end = await uploads.run({ projectId, key }, async (running) => {
      const received = await store.received(key);
      if (received === bytes) throw new RequestError(ALL_HERE);
      const offset = start(received);
      if (awaitsContinue(req)) res.writeContinue();
      const body = receivedBytes(req, { mostBytes: bytes - offset, idleMs, hasExpired, running });
      const end = await store.append(key, offset, body);
      if (end === bytes && !(await store.finish(key, bytes))) throw new RequestError(NO_UPLOAD);
      return end;
    });
    res.status(204).set('Upload-Offset', String(end)).end();
  } catch (error) {
    // The caller hung up. It asks for the offset when it comes back.
    if (req.destroyed && !req.complete) return;
    throw isErrorCode(error, 'ENOENT') ? new RequestError(NO_UPLOAD) : error;
  }
}

const lengthOf = (req: Request): number | null => {
  const length = req.get('Content-Length');
  return length === undefined ? null : Number(length);
};

/** Type and subtype, without parameters. */
const essenceOf = (contentType = ''): string => contentType.split(';')[0]!.trim().toLowerCase();
