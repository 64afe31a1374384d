import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/http/sha256.ts';
import {
  countStored,
  findMedia,
  findMediaByKeys,
  findReady,
  findUpload,
  insertMedia,
  listMedia,
} from '../../src/media/media.table.ts';
import { checkedAs, insertReady, newMedia, settle, useDatabase } from './use-media-rows.ts';

const on = useDatabase();
const HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR_MS);
const READY = checkedAs({ contentType: 'image/png', bytes: 5, sha256: 'cd'.repeat(32) });
const REFUSED = checkedAs({ status: 'refused', error: 'No image.' });

test('an idempotency key makes one file, in its project only', async () => {
  const idempotency = { key: 'summer', requestSha256: randomBytes(32) };
  const first = newMedia({ idempotency });
  expect(await insertMedia(on.db, first)).toBe(true);
  expect(await insertMedia(on.db, newMedia({ projectId: first.projectId, idempotency }))).toBe(false);
  expect(await insertMedia(on.db, newMedia({ idempotency }))).toBe(true);
  const found = await findMedia(on.db, first.projectId, { idempotencyKey: 'summer' });
  expect(found).toEqual({
    ...{ projectId: first.projectId, id: first.id, key: first.key, status: 'awaiting_upload', filename: 'photo.jpg' },
    ...{ contentType: 'image/jpeg', bytes: 3, announcedSha256: null, sha256: null, uploadExpiresAt: null, facts: null },
    ...{ error: null, requestSha256: idempotency.requestSha256, createdAt: found!.createdAt },
    expiresAt: new Date(found!.createdAt.getTime() + 48 * HOUR_MS),
  });
  expect(await findMedia(on.db, randomUUID(), { id: first.id })).toBeNull();
});

test('a file becomes ready or refused once, and its upload ends with it', async () => {
  const upload = { tokenSha256: sha256(randomUUID()), expiresAt: inAnHour() };
  const file = newMedia({ upload });
  await insertMedia(on.db, file);
  expect((await findUpload(on.db, upload.tokenSha256, new Date()))?.id).toBe(file.id);
  expect(await findUpload(on.db, upload.tokenSha256, upload.expiresAt)).toBeNull();
  expect(await findReady(on.db, file.key)).toBeNull();
  await settle(on.db, file, READY);
  await settle(on.db, file, REFUSED);
  expect(await findUpload(on.db, upload.tokenSha256, new Date())).toBeNull();
  expect(await findReady(on.db, file.key)).toMatchObject({ id: file.id, ...READY });

  const other = newMedia({ projectId: file.projectId, upload: { ...upload, tokenSha256: sha256(randomUUID()) } });
  await insertMedia(on.db, other);
  await settle(on.db, other, REFUSED);
  expect(await findReady(on.db, other.key)).toBeNull();
  const byKeys = await findMediaByKeys(on.db, file.projectId, [file.key, other.key, 'none']);
  expect([...byKeys.values()].map(({ status, error }) => [status, error]).sort()).toEqual([
    ['ready', null],
    ['refused', 'No image.'],
  ]);
  expect((await findMediaByKeys(on.db, randomUUID(), [file.key])).size).toBe(0);
});

test('a list has the files of one project, newest first, page by page and by status', async () => {
  const { projectId } = await insertReady(on.db);
  const files = [await insertReady(on.db, { projectId }), newMedia({ projectId }), newMedia({ projectId })];
  for (const file of files.slice(1)) await insertMedia(on.db, file);
  await insertReady(on.db);
  const page = async (of: Partial<Parameters<typeof listMedia>[2]>) =>
    (await listMedia(on.db, projectId, { status: null, before: null, limit: 10, ...of })).map(({ id }) => id);
  const [one, two, three] = files.map(({ id }) => id);
  expect(await page({ limit: 2 })).toEqual([three, two]);
  expect((await page({ before: two! }))[0]).toBe(one);
  expect(await page({ status: 'awaiting_upload' })).toEqual([three, two]);
});

test('awaited files count with their announced bytes, refused ones without', async () => {
  const projectId = randomUUID();
  expect(await countStored(on.db, projectId)).toEqual({ bytes: 0, files: 0, openUploads: 0 });
  await insertReady(on.db, { projectId, bytes: 1_000 });
  await insertMedia(on.db, newMedia({ projectId, bytes: 3_000_000_000 }));
  const refused = newMedia({ projectId, bytes: 7 });
  await insertMedia(on.db, refused);
  await settle(on.db, refused, REFUSED);
  expect(await countStored(on.db, projectId)).toEqual({ bytes: 3_000_001_000, files: 3, openUploads: 1 });
});
