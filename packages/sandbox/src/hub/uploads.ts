import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { sendBytes } from '../blobs.ts';

export type Upload = { readonly bytes: Buffer; readonly contentType: string };

/** Files a hub serves itself, by the path below its address. The same bytes are kept once. */
export type Uploads = ReturnType<typeof createUploads>;

export function createUploads() {
  const contents = new Map<string, Buffer>();
  const files = new Map<string, Upload>();
  return {
    put(path: string, bytes: Buffer, contentType: string): void {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const known = contents.get(hash) ?? bytes;
      contents.set(hash, known);
      files.set(path, { bytes: known, contentType });
    },
    has: (path: string): boolean => files.has(path),
    remove: (path: string): boolean => files.delete(path),
    /** False where there is no such file. */
    serve(req: Request, res: Response, path: string): boolean {
      const file = files.get(path);
      if (file) sendBytes(req, res, file.bytes, file.contentType);
      return file !== undefined;
    },
    clear(): void {
      contents.clear();
      files.clear();
    },
  };
}

/** The first free name: `x.jpg`, `x-1.jpg`, `x-2.jpg`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  let candidate = name;
  for (let number = 1; isTaken(candidate); number++) candidate = `${stem}-${number}${extension}`;
  return candidate;
}
