import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { instagramImage } from '@fanfare/network-instagram/file-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageConverter } from '../../../src/media/conversion/image-converter.ts';
import { type MakeVariantDeps, makeVariant } from '../../../src/media/conversion/make-variant.ts';
import { findVariants } from '../../../src/media/conversion/media-variants.table.ts';
import { createDeleteEndedMedia } from '../../../src/media/delete-ended-media.ts';
import { findMediaDifferences } from '../../../src/media/find-media-differences.ts';
import { inspectFile } from '../../../src/media/inspect-file.ts';
import { countStored, findMediaByKeys } from '../../../src/media/media.table.ts';
import { deleteMedia } from '../../../src/media/media-uses.table.ts';
import { createDiskStore } from '../../../src/media/stores/disk-store.ts';
import type { MediaStore } from '../../../src/media/stores/media-store.ts';
import { ids } from '../../../src/process/ids.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { createKeyedSemaphore } from '../../../src/process/semaphore.ts';
import { insertReady, useDatabase } from '../use-media-rows.ts';
import { plain } from './real-pictures.ts';

const HOUR_MS = 3_600_000;
const on = useDatabase();
const converter = createImageConverter({ log: createLogger('silent', () => undefined) });

let folder: string;
let store: MediaStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fanfare-variants-'));
  store = createDiskStore({ folder });
});
afterAll(() => rm(folder, { recursive: true }));

/** A server: two of them share database and folder. */
const serverDeps = (changes: Partial<MakeVariantDeps> = {}): MakeVariantDeps => ({
  ...{ db: on.db, store, converter, variantMutex: createKeyedSemaphore(1) },
  addresses: { newKey: () => ids.secret(16).toString('hex') },
  ...changes,
});

async function host() {
  const bytes = await plain().png().toBuffer();
  const key = ids.secret(16).toString('hex');
  await store.append(
    key,
    0,
    (async function* () {
      yield bytes;
    })(),
  );
  await store.finish(key, bytes.length);
  const { facts, sha256 } = await inspectFile(store, { key, size: bytes.length });
  const { projectId } = await insertReady(on.db, { key, bytes: bytes.length }, { facts, sha256 });
  return (await findMediaByKeys(on.db, projectId, [key])).get(key)!;
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.toSorted();
}
const now = (afterMs: number) => () => new Date(Date.now() + afterMs);
const runAfter = (ms: number) =>
  createDeleteEndedMedia({ upkeep: on.db, store, now: now(ms) })(new AbortController().signal);
const audit = () => findMediaDifferences({ db: on.db, store, now: now(0) });

test('a server that ends between the bytes and the row leaves bytes that are deleted within the hour, and no row', async () => {
  const file = await host();
  const killed = serverDeps({
    store: {
      ...store,
      finish: async (key, size) => {
        await store.finish(key, size);
        throw new Error('killed');
      },
      // A killed process removes nothing.
      remove: async () => undefined,
    },
  });
  await expect(makeVariant(killed, file, instagramImage)).rejects.toThrow('killed');
  expect(await findVariants(on.db, file.projectId, [file.id])).toEqual([]);
  expect((await storedKeys()).length).toBe(2);
  await runAfter(HOUR_MS);
  expect(await storedKeys()).toEqual([file.key]);
  expect(await makeVariant(serverDeps(), file, instagramImage)).toMatchObject({ contentType: 'image/jpeg' });
  await on.db.transaction((tx) => deleteMedia(tx, file));
  await runAfter(HOUR_MS);
});

test('a server that ends before the post is recorded leaves a variant that goes with its file', async () => {
  const file = await host();
  const variant = (await makeVariant(serverDeps(), file, instagramImage))!;
  expect((await countStored(on.db, file.projectId)).bytes).toBe(file.bytes + variant.bytes);
  await runAfter(HOUR_MS);
  expect(await storedKeys()).toEqual([file.key, variant.key].toSorted());
  expect(await audit()).toEqual([]);
  // 48 hours after its creation the file ends, which no post uses.
  await runAfter(49 * HOUR_MS);
  expect([await storedKeys(), await findVariants(on.db, file.projectId, [file.id])]).toEqual([[], []]);
});

test('two servers that convert a file at once keep one variant', async () => {
  const file = await host();
  const servers = [serverDeps(), serverDeps(), serverDeps()];
  const made = await Promise.all(servers.map((deps) => makeVariant(deps, file, instagramImage)));
  expect(new Set(made.map((variant) => variant?.key)).size).toBe(1);
  expect(await storedKeys()).toEqual([file.key, made[0]!.key].toSorted());
  await store.remove(made[0]!.key);
  expect(await audit()).toMatchObject([
    { projectId: file.projectId, check: 'media_bytes', subject: `media:${file.id} jpeg-1440x14400-8388608` },
  ]);
  expect(await on.db.transaction((tx) => deleteMedia(tx, file))).toEqual({ keys: [file.key, made[0]!.key] });
  await store.remove(file.key);
});

test('a file that is deleted while it is converted leaves neither row nor bytes', async () => {
  const file = await host();
  const slow = serverDeps({
    converter: {
      ...converter,
      convert: async (...args) => {
        const made = await converter.convert(...args);
        await on.db.transaction((tx) => deleteMedia(tx, file));
        await store.remove(file.key);
        return made;
      },
    },
  });
  expect(await makeVariant(slow, file, instagramImage)).toBeNull();
  expect(await storedKeys()).toEqual([]);
});
