import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret } from '@fanfare/network/secret';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import type { S3Settings } from '../../src/config/s3-settings.ts';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { openMediaStore } from '../../src/media/open-media-store.ts';
import { ids } from '../../src/process/ids.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

let database: TestDatabase;
let db: DatabasePool;
let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fanfare-folder-'));
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 4, onError: () => undefined });
  await db.query({ text: "insert into instance (id, canary) values (1, '')" });
});
afterEach(async () => {
  await db.close();
  await database.drop();
  await rm(home, { recursive: true });
});

const folderOf = (name: string) => path.join(home, name);
const open = (folder: string | null) => openMediaStore({ db, ids, warn: () => undefined }, { folder, s3: null });
const refusal = (folder: string | null) =>
  open(folder).then(
    () => 'opened',
    (error: Error) => `${error.name}: ${error.message}`,
  );
const markerIn = async (name: string) => (await readFile(folderOf(`${name}/fanfare-media-id`), 'utf8')).trim();

test('servers that start at once with one folder all start, and so does a later one', async () => {
  await Promise.all(Array.from({ length: 4 }, () => open(folderOf('shared'))));
  expect(await refusal(folderOf('shared'))).toBe('opened');
});

test('without a folder nothing is hosted, until one server has one', async () => {
  expect(await open(null)).toBeNull();
  await open(folderOf('shared'));
  expect(await refusal(null)).toBe(
    'ConfigError: MEDIA_DIR: not set, but this installation hosts files. Set it to the folder that all servers share, or MEDIA_S3_BUCKET and the other settings of the bucket. To host none any more: update instance set media_folder_id = null',
  );
});

test('a server with another folder is refused, and the command of the message lets it start', async () => {
  await open(folderOf('shared'));
  const other = folderOf('other');
  expect(await refusal(other)).toBe(
    `ConfigError: MEDIA_DIR: ${other} is not the folder of the other servers, or was emptied. Mount the one they share. To use this folder instead, copy the files into it, then: echo ${await markerIn('shared')} > ${other}/fanfare-media-id`,
  );
  await writeFile(`${other}/fanfare-media-id`, 'something else');
  expect(await refusal(other)).toContain('is not the folder of the other servers');
  await writeFile(`${other}/fanfare-media-id`, `${await markerIn('shared')}\n`);
  expect(await refusal(other)).toBe('opened');
});

test('a folder with files of another installation is refused, whose files nobody deletes then', async () => {
  await open(folderOf('shared'));
  await writeFile(folderOf('shared/file'), 'x');
  await db.query({ text: 'update instance set media_folder_id = null' });
  expect(await refusal(folderOf('shared'))).toContain('has the files of another installation. Set an empty folder.');
  await rm(folderOf('shared/fanfare-media-id'));
  expect(await refusal(folderOf('shared'))).toBe('opened');
});

test('a server that was killed between the folder and the database starts again', async () => {
  await open(folderOf('shared'));
  await db.query({ text: 'update instance set media_folder_id = null' });
  expect(await refusal(folderOf('shared'))).toBe('opened');
});

test('a path that is no folder is refused', async () => {
  await writeFile(folderOf('file'), 'x');
  expect(await refusal(folderOf('file'))).toBe(
    `ConfigError: MEDIA_DIR: ${folderOf('file')} cannot be used (EEXIST). It must be a folder that this account may read and write.`,
  );
});

test('a bucket that gives no answer at the start is checked before its first use, and the first start needs it', async () => {
  let answer: RequestListener = (_, res) => res.destroy();
  const bucket = createServer((req, res) => answer(req, res)).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const s3: S3Settings = {
    ...{ endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`, bucket: 'own', region: 'eu' },
    ...{ accessKeyId: 'id', secretAccessKey: new Secret('secret'), style: 'path', directBytes: 0, checksums: true },
  };
  const warnings: string[] = [];
  const openBucket = () => openMediaStore({ db, ids, warn: (text) => warnings.push(text) }, { folder: null, s3 });
  const away = `MEDIA_S3_BUCKET: ${s3.endpoint}/own/ cannot be used. The bucket of hosted files cannot be reached (UND_ERR_SOCKET).`;
  await expect(openBucket()).rejects.toThrow(new ConfigError(away));

  await db.query({ text: 'update instance set media_folder_id = $1', values: [ids.uuid()] });
  const { rows } = await db.query<{ id: string }>({ text: 'select media_folder_id as id from instance' });
  const store = (await openBucket())!;
  expect(warnings).toEqual([away]);
  const size = () =>
    store.size('ab'.repeat(16)).then(
      (bytes) => bytes,
      (error: Error) => `${error.name}: ${error.message}`,
    );
  expect(await size()).toBe('StoreUnavailable: The bucket of hosted files cannot be reached (UND_ERR_SOCKET).');
  const marked = (id: string) =>
    (answer = ({ method }, res) =>
      res.setHeader('Content-Length', method === 'HEAD' ? 9 : id.length).end(method === 'HEAD' ? '' : id));
  marked('something else');
  expect(await size()).toMatch(
    /^StoreUnavailable: MEDIA_S3_BUCKET: .* is not the bucket of the other servers, or was emptied\./,
  );
  marked(rows[0]!.id);
  expect(await size()).toBe(9);
  bucket.closeAllConnections();
  bucket.close();
});
