import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sha256 } from '../../../http/sha256.ts';
import { releaseChunk } from '../../release-chunk.ts';
import { StoreUnavailable } from '../media-store.ts';
import { type MultipartUpload, PART_BYTES, type S3Multipart, type UploadedPart } from './s3-multipart.ts';
import type { S3Objects } from './s3-objects.ts';

/**
 * Bytes that have come of a file: parts of a multipart upload, and the rest behind them, which is an
 * object of its own because a part needs 5 MiB. A file without parts is its rest alone, which is
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

/** The rest of other parts, or of another upload, has another name: a late writer changes nothing. */
const restOf = (key: string, upload: MultipartUpload | null, parts: number): string =>
  upload === null || parts === 0
    ? firstRestOf(key)
    : `${RESTS}${key}/${parts}-${sha256(upload.id).toString('hex').slice(0, 16)}`;

type Deps = { readonly objects: S3Objects; readonly multipart: S3Multipart };
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

/** Adds bytes behind what has come. Keeps what came when `bytes` fail. Returns the end. */
export async function addBytes(
  { objects, multipart }: Deps,
  { key, object }: File,
  found: Unfinished,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  let { upload, bytes: end } = found;
  let parts = found.parts.length;
  // One part of memory for the whole upload, however many parts it has.
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  let held = 0;
  const hold = async (chunk: Uint8Array): Promise<void> => {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + PART_BYTES - held);
      part.set(piece, held);
      held += piece.length;
      at += piece.length;
      if (held < PART_BYTES) continue;
      upload ??= await multipart.begin(object);
      await multipart.addPart(upload, parts + 1, [part]);
      parts++;
      held = 0;
    }
  };
  const keep = async (): Promise<void> => {
    if (held > 0) await objects.put(restOf(key, upload, parts), [part.subarray(0, held)]);
  };
  if (found.restBytes > 0) for await (const chunk of await openWhole(objects, found.rest)) await hold(chunk);
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
  // The bucket has it: nothing reads it any more.
  releaseChunk(part);
  return end;
}

/** Makes what has come the object. False when another server has done so, or given it up. */
export async function joinUnfinished(
  { objects, multipart }: Deps,
  { object, bucket }: { readonly object: string; readonly bucket: string },
  { upload, parts, rest, restBytes }: Unfinished,
): Promise<boolean> {
  if (upload === null || parts.length === 0) {
    await objects.copy(rest, object, bucket);
    return true;
  }
  if (restBytes > 0) await multipart.addPart(upload, parts.length + 1, [await buffer(await openWhole(objects, rest))]);
  return multipart.join(upload, restBytes > 0 ? await multipart.parts(upload) : parts);
}

async function openWhole(objects: S3Objects, object: string): Promise<Readable> {
  const body = await objects.open(object, null);
  if (body === null) throw new StoreUnavailable('The bucket of hosted files has lost a part of an upload.');
  return body;
}
