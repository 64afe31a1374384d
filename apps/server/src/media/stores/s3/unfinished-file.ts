import { sha256 } from '../../../http/sha256.ts';
import { releaseChunk } from '../../release-chunk.ts';
import { StoreUnavailable } from '../media-store.ts';
import { type MultipartUpload, PART_BYTES, type S3Multipart, type UploadedPart } from './s3-multipart.ts';
import type { S3Objects } from './s3-objects.ts';
import type { WithPart } from './with-part.ts';

/**
 * Bytes that have come of a file: parts of a multipart upload, and the rest behind them, which is a
 * separate object because a part needs 5 MiB. A file without parts is its rest alone, which is
 * also where a presigned `PUT` goes.
 */
export type Unfinished = {
  readonly upload: MultipartUpload | null;
  readonly parts: readonly UploadedPart[];
  readonly rest: string;
  readonly restBytes: number;
  readonly bytes: number;
};

export const RESTS = 'uploads/';
export const firstRestOf = (key: string): string => `${RESTS}${key}/0`;

/**
 * The rest of other parts, or of another upload, has another name: a late writer changes nothing.
 */
const restOf = (key: string, upload: MultipartUpload | null, parts: number): string =>
  upload === null || parts === 0
    ? firstRestOf(key)
    : `${RESTS}${key}/${parts}-${sha256(upload.id).toString('hex').slice(0, 16)}`;

type Deps = { readonly objects: S3Objects; readonly multipart: S3Multipart; readonly withPart: WithPart };
/** A file: its key, and the object that it becomes. */
type File = { readonly key: string; readonly object: string };

/** Finds what has come of a file, in the store alone: any server goes on with it. */
export async function findUnfinished({ objects, multipart }: Deps, { key, object }: File): Promise<Unfinished> {
  let upload: MultipartUpload | null = null;
  for await (const each of multipart.list(object)) if (!upload || each.startedAt >= upload.startedAt) upload = each;
  const parts = upload ? await multipart.parts(upload) : [];
  const rest = restOf(key, upload, parts.length);
  const restBytes = (await objects.size(rest)) ?? 0;
  return { upload, parts, rest, restBytes, bytes: parts.reduce((sum, { size }) => sum + size, restBytes) };
}

/** Removes what has come of a file. */
export async function removeUnfinished({ objects, multipart }: Deps, { key, object }: File): Promise<void> {
  for await (const upload of multipart.list(object)) await multipart.giveUp(upload);
  for await (const { object: rest } of objects.list(`${RESTS}${key}/`)) await objects.remove(rest);
}

/**
 * Adds bytes behind what has come. Keeps what came when `bytes` fail. Returns the end. The end of a
 * file of a known size becomes its last part at once, as it would otherwise be read again for it.
 */
export async function addBytes(
  { objects, multipart, withPart }: Deps,
  { key, object }: File,
  found: Unfinished,
  { bytes, size }: { readonly bytes: AsyncIterable<Uint8Array>; readonly size: number | undefined },
): Promise<number> {
  let { upload, bytes: end } = found;
  let parts = found.parts.length;
  return withPart(async (part) => {
    const hold = async (chunk: Uint8Array): Promise<void> => {
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + PART_BYTES - part.size());
        await part.append(piece);
        at += piece.length;
        if (part.size() < PART_BYTES) continue;
        upload ??= await multipart.begin(object);
        await multipart.addPart(upload, parts + 1, part);
        parts++;
        await part.clear();
      }
    };
    const keep = async (): Promise<void> => {
      if (part.size() === 0) return;
      if (upload && parts > 0 && end === size) await multipart.addPart(upload, parts + 1, part);
      else await objects.put(restOf(key, upload, parts), part);
    };
    if (found.restBytes > 0) await readRest(objects, found.rest, hold);
    try {
      for await (const chunk of bytes) {
        await hold(chunk);
        end += chunk.length;
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) await keep();
      throw error;
    }
    await keep();
    return end;
  });
}

/** Makes what has come the object. False when another server has done so, or given it up. */
export async function joinUnfinished(
  { objects, multipart, withPart }: Deps,
  { object, bucket }: { readonly object: string; readonly bucket: string },
  { upload, parts, rest, restBytes }: Unfinished,
): Promise<boolean> {
  if (upload === null || parts.length === 0) {
    await objects.copy(rest, object, bucket);
    return true;
  }
  if (restBytes === 0) return multipart.join(upload, parts);
  await withPart(async (part) => {
    await readRest(objects, rest, part.append);
    await multipart.addPart(upload, parts.length + 1, part);
  });
  return multipart.join(upload, await multipart.parts(upload));
}

async function readRest(objects: S3Objects, rest: string, hold: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  const body = await objects.open(rest, null);
  if (body === null) throw new StoreUnavailable('The bucket of hosted files has lost a part of an upload.');
  for await (const chunk of body) {
    await hold(chunk);
    releaseChunk(chunk);
  }
}
