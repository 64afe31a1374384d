import { randomBytes, randomUUID } from 'node:crypto';
import type { EventMedia } from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';
import { afterAll, beforeAll } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { type CheckedMedia, insertMedia, type NewMedia, settleMedia } from '../../src/media/media.table.ts';
import { ids } from '../../src/process/ids.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

export const FACTS: MediaFacts = {
  ...{
    type: 'image',
    contentType: 'image/jpeg',
    bytes: 3,
    isCut: false,
    width: 4,
    height: 3,
    orientation: 1,
    frames: 1,
  },
};

/** A file that is announced, with what a test changes. */
export const newMedia = (changes: Partial<NewMedia> = {}): NewMedia => ({
  ...{ projectId: randomUUID(), id: ids.uuid(), key: randomBytes(16).toString('hex'), filename: 'photo.jpg' },
  ...{ contentType: 'image/jpeg', bytes: 3, announcedSha256: null, upload: null, idempotency: null },
  ...changes,
});

/** The result of a check, with what a test changes. */
export const checkedAs = (changes: Partial<CheckedMedia> = {}): CheckedMedia => ({
  ...{ status: 'ready', contentType: 'image/jpeg', filename: 'photo.jpg', bytes: 3, facts: FACTS, error: null },
  sha256: 'ab'.repeat(32),
  ...changes,
});

/** Stores the result of a check. */
export const settle = (db: DatabasePool, file: NewMedia, checked: CheckedMedia): Promise<void> =>
  settleMedia(db, file, checked, {} as EventMedia);

/** A file that is `ready`. */
export async function insertReady(
  db: DatabasePool,
  changes: Partial<NewMedia> = {},
  checked: Partial<CheckedMedia> = {},
): Promise<NewMedia> {
  const file = newMedia(changes);
  await insertMedia(db, file);
  const { contentType, filename, bytes } = file;
  await settle(db, file, checkedAs({ contentType, filename, bytes, ...checked }));
  return file;
}

/** A database for the tests of a file. */
export function useDatabase(): { readonly db: DatabasePool } {
  const opened: { database?: TestDatabase; db?: DatabasePool } = {};
  beforeAll(async () => {
    opened.database = await createTestDatabase();
    opened.db = openDatabase({ url: opened.database.url, maxConnections: 4, onError: () => undefined });
  });
  afterAll(async () => {
    await opened.db?.close();
    await opened.database?.drop();
  });
  return {
    get db() {
      return opened.db!;
    },
  };
}
