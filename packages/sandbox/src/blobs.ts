import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Blob } from './simulator.ts';

const BUDGET_BYTES = 512 * 1024 * 1024;

type Kept = { readonly blob: Blob; readonly bytes: Buffer; readonly builtIn: boolean };

/**
 * Files in memory, at most 512 MiB: the oldest are removed first. Identical bytes are stored once.
 * Files added before `seal()` (avatars, sample posts) stay forever; `clear()` removes the rest.
 */
export function createBlobs(deps: { readonly origin: () => string }) {
  const kept = new Map<string, Kept>();
  let keptBytes = 0;
  let sealed = false;

  function drop(id: string, size: number): void {
    kept.delete(id);
    keptBytes -= size;
  }

  return {
    put(bytes: Buffer, contentType: string): Blob {
      const id = createHash('sha256').update(contentType).update('\0').update(bytes).digest('hex').slice(0, 32);
      const known = kept.get(id);
      if (known) return known.blob;
      const blob: Blob = { id, url: `${deps.origin()}/__sandbox/blobs/${id}`, contentType, size: bytes.byteLength };
      kept.set(id, { blob, bytes, builtIn: !sealed });
      keptBytes += bytes.byteLength;
      for (const [oldId, old] of kept) {
        if (keptBytes <= BUDGET_BYTES) break;
        if (!old.builtIn && oldId !== id) drop(oldId, old.blob.size);
      }
      return blob;
    },
    seal(): void {
      sealed = true;
    },
    clear(): void {
      for (const [id, { blob, builtIn }] of kept) if (!builtIn) drop(id, blob.size);
    },
    /** Answers `GET /__sandbox/blobs/{id}`. */
    serve(req: Request, res: Response): void {
      const found = kept.get(req.params.id ?? '');
      if (!found) {
        res.status(404).json({ error: 'no such file (it may have been dropped by a reset)' });
        return;
      }
      sendBytes(req, res, found.bytes, found.blob.contentType);
    },
  };
}

/** Sends a file or a range, which Safari needs for videos (RFC 9110, section 14). */
export function sendBytes(req: Request, res: Response, bytes: Buffer, contentType: string): void {
  // Uploaded files are foreign: none may run as a page on this origin, but the browser's own viewer
  // may show it.
  res.set({
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    'cache-control': 'public, max-age=3600',
  });
  const ranges = req.range(bytes.byteLength, { combine: true });
  if (ranges === -1) {
    res.status(416).set('content-range', `bytes */${bytes.byteLength}`).end();
    return;
  }
  const range = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges[0] : undefined;
  if (!range) {
    res.set('content-length', String(bytes.byteLength)).end(bytes);
    return;
  }
  const part = bytes.subarray(range.start, range.end + 1);
  res.status(206);
  res.set({
    'content-range': `bytes ${range.start}-${range.end}/${bytes.byteLength}`,
    'content-length': String(part.byteLength),
  });
  res.end(part);
}
