import { buffer } from 'node:stream/consumers';
import { sha256 } from '../../../http/sha256.ts';
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
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (chunk: Uint8Array): void => {
    held.push(chunk);
    heldBytes += chunk.length;
  };
  const sendPart = async (): Promise<void> => {
    upload ??= await multipart.begin(object);
    await multipart.addPart(upload, parts + 1, held);
    parts++;
    held = [];
    heldBytes = 0;
  };
  if (found.restBytes > 0) hold(await readWhole(objects, found.rest));
  const keep = async (): Promise<void> => {
    if (heldBytes > 0) await objects.put(restOf(key, upload, parts), held);
  };
  try {
    for await (const chunk of bytes)
      for (let at = 0; at < chunk.length; ) {
        // A copy: the chunk ends when the next one is asked for.
        const piece = new Uint8Array(chunk.subarray(at, at + PART_BYTES - heldBytes));
        hold(piece);
        at += piece.length;
        end += piece.length;
        if (heldBytes === PART_BYTES) await sendPart();
      }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) await keep();
    throw error;
  }
  await keep();
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
  if (restBytes > 0) await multipart.addPart(upload, parts.length + 1, [await readWhole(objects, rest)]);
  return multipart.join(upload, restBytes > 0 ? await multipart.parts(upload) : parts);
}

async function readWhole(objects: S3Objects, object: string): Promise<Uint8Array> {
  const body = await objects.open(object, null);
  if (body === null) throw new StoreUnavailable('The bucket of hosted files has lost a part of an upload.');
  return buffer(body);
}
