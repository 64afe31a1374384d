import type { Readable } from 'node:stream';
import { methodNotAllowed, NO_FILE, type Refusal, ROBOTS, servedHeaders, withoutCell } from '@fanfare/rules';
import { type Request, type Response, Router } from 'express';
import type { Database } from '../db/database.ts';
import type { ClientLimit } from '../http/client-limit.ts';
import { sendError } from '../http/error-responses.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { Logger } from '../process/log/log.ts';
import { findArriving } from './arriving-media.table.ts';
import { findVariantByKey } from './conversion/media-variants.table.ts';
import { variantName } from './conversion/variant-name.ts';
import { findReady } from './media.table.ts';
import { releaseChunk } from './release-chunk.ts';
import { storeHandled } from './store-refusal.ts';
import type { MediaStore } from './stores/media-store.ts';

type Deps = {
  readonly db: Database;
  readonly store: MediaStore;
  readonly log: Logger;
  /** Counts addresses that are no file's. Files that exist are never limited. */
  readonly misses: ClientLimit;
};

const KEY = /^[0-9a-f]{32}$/;
/** Its row comes with its workspace. */
const ARRIVES: Refusal = {
  code: 'unavailable',
  message: 'This file moves to another part of the service. Ask for it again.',
  headers: { 'Retry-After': '5' },
};

/** Hosted files at their public addresses, without cookies and redirects. */
export function serveRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/robots.txt', (_req, res) => void res.type('text/plain').set('Cache-Control', 'no-cache').send(ROBOTS));
  router.all(
    '/m/:key/:name',
    storeHandled(deps, async (req, res) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return sendError(res, methodNotAllowed(req.method, ['GET']));
      const key = withoutCell(req.params.key as string);
      const file = KEY.test(key) ? await findServed(deps.db, key) : null;
      if (!file && KEY.test(key) && (await findArriving(deps.db, [key])).length > 0) return sendError(res, ARRIVES);
      if (!file) return sendError(res, deps.misses.count(req.ip ?? '') ?? NO_FILE);
      if ((await deps.store.size(key)) !== file.bytes) {
        deps.log.error({ mediaId: file.mediaId, requestId: requestIdOf(res) }, 'the store has lost a hosted file');
        return sendError(res, NO_FILE);
      }
      res.set(servedHeaders(file));
      return answerFile(deps, req, res, file);
    }),
  );
  return router;
}

/** A hosted file, or a variant of one. */
async function findServed(db: Database, key: string) {
  const file = await findReady(db, key);
  if (file) return { ...file, mediaId: file.id };
  const variant = await findVariantByKey(db, key);
  return variant && { ...variant, filename: variantName(variant) };
}

async function answerFile(
  { store, log }: Deps,
  req: Request,
  res: Response,
  { key, bytes }: { readonly key: string; readonly bytes: number },
): Promise<unknown> {
  if (req.fresh) return res.status(304).end();
  const part = partOf(req, res, bytes);
  if (part === 'unsatisfiable')
    return res
      .status(416)
      .set({ 'Content-Range': `bytes */${bytes}`, 'Cache-Control': 'no-store' })
      .end();
  if (part) res.status(206).set('Content-Range', `bytes ${part.start}-${part.end}/${bytes}`);
  const { start, end } = part ?? { start: 0, end: bytes - 1 };
  res.set('Content-Length', String(end - start + 1));
  if (req.method === 'HEAD') return res.end();
  try {
    return await sendAll(store.stream(key, start, end + 1), res);
  } catch (err) {
    log.error({ err, requestId: requestIdOf(res) }, 'a hosted file could not be read');
    return res.destroy();
  }
}

/** Sends one chunk while the next one is read. Callers often stop reading, which is no failure. */
async function sendAll(chunks: Readable, res: Response): Promise<unknown> {
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    if (!(await send(res, chunk))) return res.destroy();
    releaseChunk(chunk);
  }
  return res.end();
}

/** Resolves once the system has the chunk; false when the caller is gone. */
const send = (res: Response, chunk: Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    const gone = (): void => resolve(false);
    res.once('close', gone);
    res.write(chunk, (error) => {
      res.off('close', gone);
      resolve(!error);
    });
  });

/** The one range that is asked for, with both ends. Null for the whole file. */
function partOf(
  req: Request,
  res: Response,
  bytes: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | null {
  const condition = req.get('If-Range');
  if (condition !== undefined && condition !== res.get('ETag')) return null;
  const ranges = req.range(bytes, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes') return null;
  // Several ranges would need a multipart body, which no network asks for.
  return ranges.length === 1 ? ranges[0]! : null;
}
