import { tmpdir } from 'node:os';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@fanfare/network';
import type { S3Settings } from '../../../config/s3-settings.ts';
import { type MediaStore, StoreUnavailable } from '../media-store.ts';
import { presignPut } from './presign-put.ts';
import { createS3Multipart } from './s3-multipart.ts';
import { createS3Objects } from './s3-objects.ts';
import { createS3Requests } from './s3-requests.ts';
import { addBytes, findUnfinished, firstRestOf, joinUnfinished, RESTS, removeUnfinished } from './unfinished-file.ts';
import { partsIn } from './with-part.ts';

const KEY = /^[0-9a-f]{32}$/;
/**
 * Each holds a part of 8 MiB in the temporary folder: in all the 256 MiB that media on their way to
 * networks leave free there.
 */
const MOST_WRITES = 32;

type Deps = {
  readonly settings: S3Settings;
  readonly clock: Clock;
  /** An existing folder of this server; that of the system by default. */
  readonly tempDir?: string;
};

/**
 * Keeps files in a bucket: `ab/abcdef…` as in a folder, and `uploads/…` while they come. Nothing
 * that a presigned address reaches is ever a final file.
 */
export function createS3Store({ settings, clock, tempDir = tmpdir() }: Deps) {
  const requests = createS3Requests({ settings, clock });
  const objects = createS3Objects(requests);
  const unfinished = { objects, multipart: createS3Multipart(requests), withPart: partsIn(tempDir) };
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('A key of a file is 32 hexadecimal digits.');
    return { key, object: `${key.slice(0, 2)}/${key}` };
  };
  const finalSize = (key: string): Promise<number | null> => objects.size(fileOf(key).object);

  const open = async (key: string, start: number, end: number, signal?: AbortSignal): Promise<Readable> => {
    const body = await objects.open(fileOf(key).object, { start, end }, signal);
    if (body === null) throw new StoreUnavailable('The bucket has lost a hosted file, or a part of it.');
    return body;
  };

  const store: MediaStore = {
    mostWrites: MOST_WRITES,
    received: async (key) => (await finalSize(key)) ?? (await findUnfinished(unfinished, fileOf(key))).bytes,
    async append(key, offset, bytes, size) {
      const file = fileOf(key);
      if (offset === 0) await removeUnfinished(unfinished, file);
      const found = await findUnfinished(unfinished, file);
      if (found.bytes !== offset)
        throw new Error(`${found.bytes} bytes are here; the next ones cannot be at ${offset}.`);
      return addBytes(unfinished, file, found, { bytes, size });
    },
    async finish(key, size) {
      const file = fileOf(key);
      const final = await finalSize(key);
      if (final !== null) return final === size;
      const found = await findUnfinished(unfinished, file);
      if (found.bytes !== size) return false;
      await joinUnfinished(unfinished, { ...file, bucket: settings.bucket }, found);
      if ((await finalSize(key)) !== size) return false;
      await removeUnfinished(unfinished, file);
      return true;
    },
    async size(key) {
      const size = await finalSize(key);
      // A bucket that is gone has not lost this file alone.
      if (size === null) await objects.checkBucket();
      return size;
    },
    async read(key, start, end) {
      return buffer(await open(key, start, end));
    },
    stream(key, start, end) {
      const out = new PassThrough({ highWaterMark: 256 * 1024 });
      const cut = new AbortController();
      out.once('close', () => cut.abort());
      open(key, start, end, cut.signal)
        .then((body) => pipeline(body, out))
        .catch((error: Error) => out.destroy(error));
      return out;
    },
    async remove(key) {
      const file = fileOf(key);
      await objects.remove(file.object);
      await removeUnfinished(unfinished, file);
    },
    async *list() {
      for await (const { object, changedAt } of objects.list('')) {
        const [folder, second = ''] = object.split('/');
        const isOurs = `${folder}/` === RESTS || folder === second.slice(0, 2);
        if (isOurs && KEY.test(second)) yield { key: second, changedAt };
      }
      for await (const { object, startedAt } of unfinished.multipart.list('')) {
        const key = object.slice(3);
        if (KEY.test(key)) yield { key, changedAt: startedAt };
      }
    },
    async uploadTo({ key, ...file }) {
      if (file.bytes > settings.directBytes) return null;
      return presignPut(settings, firstRestOf(fileOf(key).key), file);
    },
  };
  return { ...store, objects, close: requests.close };
}
