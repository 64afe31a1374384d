import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeleteEndedMedia } from '../../src/media/delete-ended-media.ts';
import { findMediaDifferences } from '../../src/media/find-media-differences.ts';
import { findMedia, insertMedia } from '../../src/media/media.table.ts';
import { deleteMedia, deleteMediaOfPosts, useMedia } from '../../src/media/media-uses.table.ts';
import { createDiskStore } from '../../src/media/stores/disk-store.ts';
import type { MediaStore } from '../../src/media/stores/media-store.ts';
import { insertDraft } from '../../src/posts/drafts/drafts.table.ts';
import { ids } from '../../src/process/ids.ts';
import { insertReady, newMedia, useDatabase } from './use-media-rows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const on = useDatabase();

let folder: string;
let store: MediaStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fanfare-lifetime-'));
  store = createDiskStore({ folder });
});
afterAll(() => rm(folder, { recursive: true }));

const keep = async (key: string) => {
  await store.append(
    key,
    0,
    (async function* () {
      yield Buffer.from('abc');
    })(),
  );
  await store.finish(key, 3);
};
const host = async (changes: Parameters<typeof insertReady>[1] = {}) => {
  const file = await insertReady(on.db, changes);
  await keep(file.key);
  return file;
};
const runAfter = (ms: number) =>
  createDeleteEndedMedia({ upkeep: on.db, store, now: () => new Date(Date.now() + ms) })(new AbortController().signal);
const isThere = async ({ projectId, id, key }: { projectId: string; id: string; key: string }) => [
  (await findMedia(on.db, projectId, { id })) !== null,
  (await store.size(key)) !== null,
];
const endOf = async ({ projectId, id }: { projectId: string; id: string }) =>
  (await findMedia(on.db, projectId, { id }))!.expiresAt;

/** A post with one target, settled at this time or waiting. */
async function insertPost(projectId: string, settledAt: Date | null): Promise<string> {
  const [post, account] = [ids.uuid(), ids.uuid()];
  const query = (text: string, ...values: unknown[]) => on.db.query({ text, values });
  await query(
    `insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at) values ($1, $2, 'x', $3, 'ada', 'active', now())`,
    ...[projectId, account, account],
  );
  await query(`insert into posts (project_id, id, content, media) values ($1, $2, '', '[]')`, projectId, post);
  await query(
    `insert into targets (project_id, id, post_id, account_id, platform, position, run_at, status, published_at, settled_at, done)
     values ($1, $2, $3, $4, 'x', 0, now(), $5, $6, $6, $7)`,
    ...[projectId, ids.uuid(), post, account, settledAt ? 'published' : 'pending', settledAt, settledAt !== null],
  );
  return post;
}

const use = (file: { projectId: string; id: string }, postId: string) =>
  useMedia(on.db, { projectId: file.projectId, postId, mediaIds: [file.id] });

test('a file that no post uses is deleted after 48 hours, its row and its bytes', async () => {
  const file = await host();
  await runAfter(48 * HOUR_MS - 60_000);
  expect(await isThere(file)).toEqual([true, true]);
  await runAfter(48 * HOUR_MS + 60_000);
  expect(await isThere(file)).toEqual([false, false]);
});

test('an upload that never ended goes with its part of the bytes', async () => {
  const file = newMedia();
  await insertMedia(on.db, file);
  await store.append(
    file.key,
    0,
    (async function* () {
      yield Buffer.from('a');
    })(),
  );
  await runAfter(49 * HOUR_MS);
  expect([await findMedia(on.db, file.projectId, { id: file.id }), await store.received(file.key)]).toEqual([null, 0]);
});

test('a waiting post keeps its file for any time, and a settled one for 30 days', async () => {
  const file = await host();
  const waiting = await insertPost(file.projectId, null);
  const settledAt = new Date(Date.now() + DAY_MS);
  const settled = await insertPost(file.projectId, settledAt);
  await use(file, waiting);
  await use(file, settled);
  expect(await endOf(file)).toBeNull();
  await runAfter(400 * DAY_MS);
  expect(await isThere(file)).toEqual([true, true]);
  await on.db.query({
    text: `update targets set status = 'published', published_at = now(), settled_at = now(), done = true where post_id = $1`,
    values: [waiting],
  });
  expect(await endOf(file)).toEqual(new Date(settledAt.getTime() + 30 * DAY_MS));
  await on.db.query({ text: 'update media set look_at = now()' });
  await runAfter(31 * DAY_MS - 60_000);
  expect(await isThere(file)).toEqual([true, true]);
  await runAfter(31 * DAY_MS + 60_000);
  expect(await isThere(file)).toEqual([false, false]);
});

test('a use whose post was never recorded counts for an hour', async () => {
  const file = await host();
  await use(file, randomUUID());
  expect(await endOf(file)).toBeNull();
  await on.db.query({ text: `update media_uses set created_at = now() - interval '61 minutes'` });
  const { createdAt } = (await findMedia(on.db, file.projectId, { id: file.id }))!;
  expect(await endOf(file)).toEqual(new Date(createdAt.getTime() + 48 * HOUR_MS));
});

test('a draft keeps the file that it names until it is published, and another project’s draft does not', async () => {
  const draftOf = async (projectId: string, key: string) => {
    const idempotencyKey = randomUUID();
    const request = { mediaItems: [{ url: `https://files.example.com/m/${key}/photo.jpg` }] };
    await insertDraft(on.db, {
      ...{ projectId, id: ids.uuid(), idempotencyKey, request, form: null, note: null, call: null },
      by: { keyId: ids.uuid() },
    });
    return idempotencyKey;
  };
  const [file, other] = [await host(), await host()];
  const idempotencyKey = await draftOf(file.projectId, file.key);
  await draftOf(file.projectId, other.key);
  expect([await endOf(file), (await endOf(other)) === null]).toEqual([null, false]);
  expect(await on.db.transaction((tx) => deleteMedia(tx, file))).toBe('in_use');
  await runAfter(100 * DAY_MS);
  expect([await isThere(file), await isThere(other)]).toEqual([
    [true, true],
    [false, false],
  ]);
  await on.db.query({
    text: `insert into idempotency_keys (project_id, key, post_id, body_sha256) values ($1, $2, $3, '')`,
    values: [file.projectId, idempotencyKey, ids.uuid()],
  });
  expect(await endOf(file)).toBeInstanceOf(Date);
});

test('a file in use is not deleted, one of another project is unknown, another one goes', async () => {
  const file = await host();
  const post = await insertPost(file.projectId, null);
  await use(file, post);
  const remove = (ref: { projectId: string; id: string }) => on.db.transaction((tx) => deleteMedia(tx, ref));
  expect(await remove(file)).toBe('in_use');
  expect(await remove({ projectId: randomUUID(), id: file.id })).toBe('unknown');
  const free = await host();
  expect(await remove(free)).toEqual({ keys: [free.key] });
  expect(await remove(free)).toBe('unknown');
});

test('a post gets no file that is deleted at the same time, and keeps the others', async () => {
  const [gone, kept] = [await host(), await host()];
  const mediaIds = [gone.id, kept.id];
  let using: Promise<ReadonlySet<string>> | undefined;
  await on.db.transaction(async (tx) => {
    await deleteMedia(tx, gone);
    using = useMedia(on.db, { projectId: gone.projectId, postId: randomUUID(), mediaIds: [gone.id] });
    const started = await Promise.race([
      using.then(() => 'done'),
      new Promise((resolve) => setTimeout(resolve, 200, 'waits')),
    ]);
    expect(started).toBe('waits');
  });
  expect(await using).toEqual(new Set());
  expect(await useMedia(on.db, { projectId: kept.projectId, postId: randomUUID(), mediaIds })).toEqual(
    new Set([kept.id]),
  );
});

test('a use that is written while a deletion waits for it keeps the file', async () => {
  const file = await host();
  const post = await insertPost(file.projectId, null);
  let deleting: Promise<unknown> | undefined;
  await on.db.transaction(async (tx) => {
    await useMedia(tx, { projectId: file.projectId, postId: post, mediaIds: [file.id] });
    deleting = on.db.transaction((other) => deleteMedia(other, file));
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  expect(await deleting).toBe('in_use');
});

test('the removal of a person takes the files that only their posts used', async () => {
  const [only, both] = [await host(), await host()];
  const projectId = only.projectId;
  await on.db.query({ text: 'update media set project_id = $1 where id = $2', values: [projectId, both.id] });
  const [emptied, other] = [await insertPost(projectId, new Date()), await insertPost(projectId, new Date())];
  await use(only, emptied);
  await use({ projectId, id: both.id }, emptied);
  await use({ projectId, id: both.id }, other);
  await on.db.query({ text: 'delete from targets where post_id = $1', values: [emptied] });
  await on.db.transaction((tx) => deleteMediaOfPosts(tx, projectId, [emptied]));
  expect(await findMedia(on.db, projectId, { id: only.id })).toBeNull();
  expect(await findMedia(on.db, projectId, { id: both.id })).not.toBeNull();
});

test('bytes without a row are deleted within the hour, and reported after it', async () => {
  await on.db.query({ text: 'delete from media' });
  await rm(folder, { recursive: true });
  const [file, orphan] = [await host(), newMedia().key];
  await keep(orphan);
  const differences = (ms: number) => findMediaDifferences({ db: on.db, store, now: () => new Date(Date.now() + ms) });
  expect([await differences(0), await differences(59 * 60_000)]).toEqual([[], []]);
  expect(await differences(61 * 60_000)).toEqual([
    ...[
      {
        projectId: null,
        check: 'media_row',
        subject: `${orphan.slice(0, 8)}…`,
        found: 'bytes without a row',
        expected: 'deleted',
      },
    ],
  ]);
  await runAfter(30 * 60_000);
  expect(await store.size(orphan)).toBe(3);
  expect(await runAfter(50 * 60_000)).toEqual({ files: 0, bytesWithoutRow: 1 });
  expect([await store.size(orphan), await store.size(file.key)]).toEqual([null, 3]);
});

test('a file without its bytes, or with others, is reported', async () => {
  await on.db.query({ text: 'delete from media' });
  await rm(folder, { recursive: true });
  const [lost, cut] = [await host(), await host({ bytes: 9 })];
  await host();
  await store.remove(lost.key);
  const differences = await findMediaDifferences({ db: on.db, store, now: () => new Date() });
  const of = ({ projectId, id }: { projectId: string; id: string }, found: string, expected: string) => ({
    ...{ projectId, check: 'media_bytes', subject: `media:${id}`, found, expected },
  });
  expect(differences.toSorted((a, b) => a.found.localeCompare(b.found))).toEqual([
    of(cut, '3 bytes', '9 bytes'),
    of(lost, 'no bytes', '3 bytes'),
  ]);
});
