import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADD_COLUMNS, runSideBySide } from '../../../scripts/upgrade/side-by-side.ts';
import { writeBundle } from '../../../scripts/write-bundle.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';

const TOGETHER_MS = 10_000;

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-upgrade-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('a version that adds a column to every table starts beside the one before under load, and no call fails and no post is lost or doubled', async () => {
  const [oldFolder, newFolder] = [path.join(folder, 'old'), path.join(folder, 'new')];
  await writeBundle(oldFolder);
  await writeBundle(newFolder, ADD_COLUMNS);
  const found = await runSideBySide({
    oldProgram: path.join(oldFolder, 'main.js'),
    newFolder,
    databaseUrl: database.url,
    togetherMs: TOGETHER_MS,
    progress: () => undefined,
  });
  expect(await tablesWithColumn()).toContain('posts');
  const { calls, accepted, stopMs, retried, ...rest } = found;
  expect(rest).toEqual({
    errors: [],
    logged: [],
    doubles: [],
    lost: [],
    unsettled: [],
    withoutWebhook: [],
    audit: 'Everything agrees.',
  });
  expect(Object.keys(calls)).toEqual(['old', 'new']);
  expect(accepted).toBeGreaterThan(0);
});

async function tablesWithColumn(): Promise<readonly string[]> {
  const db = openDatabase({ url: database.url, maxConnections: 1, onError: () => undefined });
  const { rows } = await db.query<{ table_name: string }>({
    text: `select table_name from information_schema.columns where column_name = 'added_by_upgrade_check'`,
  });
  await db.close();
  return rows.map((row) => row.table_name);
}
