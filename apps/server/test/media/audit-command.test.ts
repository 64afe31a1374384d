import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { openMediaStore } from '../../src/media/open-media-store.ts';
import { ids, toPublicId } from '../../src/process/ids.ts';
import { runFanfare } from '../operator/cli/run-fanfare.ts';
import { createTestDatabase } from '../test-database.ts';
import { insertReady } from './use-media-rows.ts';

test('the command names a file whose bytes are lost, and says when it cannot compare files', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, maxConnections: 2, onError: () => undefined });
  const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-audit-'));
  const audit = (env: Record<string, string>) => runFanfare(['audit'], { DATABASE_URL: database.url, ...env });
  try {
    await db.query({ text: "insert into instance (id, canary) values (1, '')" });
    // Before anything is hosted nothing is compared, and no folder is chosen.
    expect(await audit({ MEDIA_DIR: folder })).toMatchObject({ code: 0, stdout: 'Everything agrees.\n', stderr: '' });
    const store = (await openMediaStore({ db, ids, warn: () => undefined }, { folder, s3: null }))!;
    const file = await insertReady(db);
    const [lost, skipped] = [await audit({ MEDIA_DIR: folder }), await audit({})];
    expect(lost.code).toBe(1);
    expect(lost.stdout.split('\n')[1]!.split(/ {2,}/)).toEqual([
      ...[toPublicId('prj', file.projectId), 'media_bytes', toPublicId('med', file.id), 'no bytes', '3 bytes'],
    ]);
    expect(skipped).toMatchObject({
      code: 0,
      stdout: 'Everything agrees.\n',
      stderr: 'fanfare: Hosted files were not compared: neither MEDIA_DIR nor MEDIA_S3_BUCKET is set.\n',
    });
    await store.append(
      file.key,
      0,
      (async function* () {
        yield Buffer.from('abc');
      })(),
    );
    await store.finish(file.key, 3);
    expect((await audit({ MEDIA_DIR: folder })).code).toBe(0);
    const other = path.join(folder, 'other');
    expect(await audit({ MEDIA_DIR: other })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`MEDIA_DIR: ${other} is not the folder of the other servers`),
    });
  } finally {
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
