import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Secret } from '@fanfare/network/secret';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { S3Settings } from '../../../src/config/s3-settings.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { openMediaStore } from '../../../src/media/open-media-store.ts';
import { createDiskStore } from '../../../src/media/stores/disk-store.ts';
import type { MediaStore, UploadAddress } from '../../../src/media/stores/media-store.ts';
import { createS3Objects } from '../../../src/media/stores/s3/s3-objects.ts';
import { createS3Requests } from '../../../src/media/stores/s3/s3-requests.ts';
import { createS3Store } from '../../../src/media/stores/s3/s3-store.ts';
import { checkBucket } from '../../../src/operator/doctor/check-bucket.ts';
import { systemClock } from '../../../src/process/clock.ts';
import { ids } from '../../../src/process/ids.ts';
import { createTestDatabase } from '../../test-database.ts';
import { missingCeph, type S3Server, startCeph } from '../start-ceph.ts';

const missing = missingCeph();
let server: S3Server;
beforeAll(async () => {
  if (missing === null) server = await startCeph();
  else console.warn(`Tests of the S3 store are skipped: ${missing}`);
}, 120_000);
afterAll(() => server?.stop());

const newKey = () => randomBytes(16).toString('hex');

async function* of(...chunks: (string | Uint8Array | Error)[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield Buffer.from(chunk as string);
  }
}

const places = [
  [
    'a folder',
    true,
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-stores-'));
      return { store: createDiskStore({ folder }), close: () => rm(folder, { recursive: true }) };
    },
  ],
  [
    'a bucket',
    missing === null,
    async () => {
      const store = createS3Store({ settings: await server.bucket('conformance'), clock: systemClock });
      return { store, close: store.close };
    },
  ],
] as const;

describe.each(places.filter(([, isHere]) => isHere))('%s', (_name, _isHere, open) => {
  let store: MediaStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close());
  const whole = async (key: string) => String(await buffer(store.stream(key, 0, (await store.size(key)) ?? 1)));

  test('a file comes in parts, and is there once it is finished', async () => {
    const key = newKey();
    expect([await store.received(key), await store.size(key)]).toEqual([0, null]);
    expect(await store.append(key, 0, of('one', ' two'))).toBe(7);
    expect(await store.append(key, 7, of(' three'))).toBe(13);
    expect([await store.received(key), await store.size(key)]).toEqual([13, null]);
    expect(await store.finish(key, 14)).toBe(false);
    expect(await store.finish(key, 13)).toBe(true);
    expect([await store.received(key), await store.size(key)]).toEqual([13, 13]);
    expect([await whole(key), String(await store.read(key, 4, 7)), String(await store.read(key, 8, 99))]).toEqual([
      'one two three',
      'two',
      'three',
    ]);
    // A repeated call after a lost answer.
    expect([await store.finish(key, 13), await store.finish(key, 12)]).toEqual([true, false]);
  });

  test('bytes that came before a caller hung up stay, and the rest follows', async () => {
    const key = newKey();
    await expect(store.append(key, 0, of('abc', new Error('hung up')))).rejects.toThrow('hung up');
    expect(await store.received(key)).toBe(3);
    await store.append(key, 3, of('def'));
    expect(await store.finish(key, 6)).toBe(true);
    expect(await whole(key)).toBe('abcdef');
  });

  test('a large file goes on where it was after each cut, and arrives as it was', async () => {
    const key = newKey();
    const bytes = randomBytes(21_000_000);
    const mib = 1024 * 1024;
    for (const [from, to] of [
      [0, 5 * mib],
      [5 * mib, 16 * mib],
      [16 * mib, 16 * mib + 1],
    ] as const) {
      const cut = store.append(key, from, of(bytes.subarray(from, to), new Error('hung up')));
      await expect(cut).rejects.toThrow('hung up');
      expect(await store.received(key)).toBe(to);
    }
    const rest = of(bytes.subarray(16 * mib + 1));
    expect(await store.append(key, 16 * mib + 1, rest, bytes.length)).toBe(bytes.length);
    expect(await store.received(key)).toBe(bytes.length);
    expect(await store.finish(key, bytes.length)).toBe(true);
    expect((await buffer(store.stream(key, 0, bytes.length))).equals(bytes)).toBe(true);
    expect(Buffer.from(await store.read(key, 8 * mib - 5, 8 * mib + 5))).toEqual(
      bytes.subarray(8 * mib - 5, 8 * mib + 5),
    );
  });

  test('a second beginning replaces the first', async () => {
    const key = newKey();
    const second = randomBytes(9_000_000);
    await store.append(key, 0, of(randomBytes(9_000_001)));
    // Of a size that is not known beforehand, as converted files.
    await store.append(key, 0, of(second));
    expect(await store.finish(key, second.length)).toBe(true);
    expect((await buffer(store.stream(key, 0, second.length))).equals(second)).toBe(true);
  });

  test('files at once do not mix', async () => {
    const keys = Array.from({ length: 8 }, newKey);
    await Promise.all(keys.map((key) => store.append(key, 0, of(...key))));
    await Promise.all(keys.map((key) => store.finish(key, 32)));
    expect(await Promise.all(keys.map(whole))).toEqual(keys);
  });

  test('the list has finished and unfinished files until they are removed, which may happen twice', async () => {
    const [finished, unfinished, large] = [newKey(), newKey(), newKey()];
    for (const key of [finished, unfinished]) await store.append(key, 0, of('x'));
    await store.append(large, 0, of(Buffer.alloc(8 * 1024 * 1024)));
    await store.finish(finished, 1);
    const own = async () => {
      const listed = new Map<string, number>();
      for await (const { key, changedAt } of store.list()) listed.set(key, changedAt.getTime());
      return [finished, unfinished, large].map((key) => listed.get(key));
    };
    for (const time of await own()) expect(Math.abs(Date.now() - (time ?? 0))).toBeLessThan(600_000);
    for (const key of [finished, unfinished, large, finished]) await store.remove(key);
    expect(await own()).toEqual([undefined, undefined, undefined]);
    expect([await store.received(finished), await store.received(large)]).toEqual([0, 0]);
  });

  test('no key leaves the store', async () => {
    for (const key of ['../../../../etc/passwd', `${'a'.repeat(31)}/`, 'A'.repeat(32)])
      await expect(store.append(key, 0, of('x'))).rejects.toThrow('32 hexadecimal digits');
  });
});

describe.skipIf(missing !== null)('a presigned address', () => {
  const content = Buffer.from('the right bytes');
  const hex = createHash('sha256').update(content).digest('hex');
  const announce = (inSeconds = 3_600) => ({
    ...{ key: newKey(), bytes: content.length, contentType: 'image/png', announcedSha256: hex },
    uploadExpiresAt: new Date(Date.now() + inSeconds * 1_000),
  });
  /** Sends to the server whatever host the address names. Returns the status. */
  const put = (to: UploadAddress, body: Buffer, headers: Readonly<Record<string, string>>): Promise<number> =>
    new Promise((resolve, reject) => {
      const { host, port, pathname, search } = new URL(to.url);
      const sent = { host: '127.0.0.1', port, method: 'PUT', path: pathname + search };
      request({ ...sent, headers: { ...headers, host, 'content-length': body.length } }, (answer) => {
        resolve(answer.resume().statusCode ?? 0);
      })
        .once('error', reject)
        .end(body);
    });

  test.each(['path', 'host'] as const)('takes the announced file and no other, in %s style', async (style) => {
    const store = createS3Store({ settings: await server.bucket(`presigned-${style}`, { style }), clock: systemClock });
    const to = (await store.uploadTo(announce()))!;
    const right = { 'content-type': 'image/png', ...to.headers };
    for (const [body, headers] of [
      [Buffer.concat([content, content]), right],
      [content.subarray(1), right],
      [content, { ...right, 'content-type': 'text/html' }],
      [content, { ...right, 'x-amz-checksum-sha256': `${'A'.repeat(43)}=` }],
      [content, { 'content-type': 'image/png' }],
    ] as const)
      expect(await put(to, body, headers)).toBe(403);
    const expired = (await store.uploadTo(announce(-1)))!;
    expect(await put(expired, content, right)).toBe(403);
    expect(await put(to, content, right)).toBe(200);
    await store.close();
  });

  test('changes nothing once the file is finished', async () => {
    const store = createS3Store({ settings: await server.bucket('second-put'), clock: systemClock });
    const file = { ...announce(), announcedSha256: null };
    const to = (await store.uploadTo(file))!;
    const right = { 'content-type': 'image/png' };
    // Until then the last one counts, and is what is checked.
    expect(await put(to, Buffer.from('THE FIRST BYTES'), right)).toBe(200);
    expect(await put(to, content, right)).toBe(200);
    expect([await store.received(file.key), await store.size(file.key)]).toEqual([content.length, null]);
    expect(await store.finish(file.key, content.length)).toBe(true);
    expect(await put(to, Buffer.from('OTHER BYTES NOW'), right)).toBe(200);
    expect(await store.finish(file.key, content.length)).toBe(true);
    expect(String(await store.read(file.key, 0, content.length))).toBe(String(content));
    await store.remove(file.key);
    for await (const { key } of store.list()) expect(key).not.toBe(file.key);
    await store.close();
  });
});

describe.skipIf(missing !== null)('an installation', () => {
  let db: DatabasePool;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    db = openDatabase({ url: database.url, maxConnections: 4, onError: () => undefined });
    await db.query({ text: "insert into instance (id, canary) values (1, '')" });
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });
  const refusal = (s3: S3Settings | null, folder: string | null = null) =>
    openMediaStore({ db, ids, warn: () => undefined }, { folder, s3 }).then(
      () => 'opened',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  test('has one bucket: its servers start with it, and are refused with another one or wrong keys', async () => {
    const own = await server.bucket('own');
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => refusal(own)));
    expect([...atOnce, await refusal(own)]).toEqual(Array(5).fill('opened'));
    const other = await server.bucket('other');
    const { rows } = await db.query<{ id: string }>({ text: 'select media_folder_id as id from instance' });
    const id = rows[0]!.id;
    expect(await refusal(other)).toBe(
      `ConfigError: MEDIA_S3_BUCKET: ${other.endpoint}/other/ is not the bucket of the other servers, or was emptied. Set theirs. To use this one instead, copy the files into it, then write ${id} into its object fanfare-media-id (docs/media-stores.md).`,
    );
    const store = createS3Store({ settings: other, clock: systemClock });
    await store.objects.put('fanfare-media-id', Buffer.from(`${id}\n`));
    await store.close();
    expect(await refusal(other)).toBe('opened');
    expect(await refusal({ ...own, secretAccessKey: new Secret('wrong') })).toBe(
      `ConfigError: MEDIA_S3_BUCKET: ${own.endpoint}/own/ cannot be used. The bucket of hosted files answers 403 SignatureDoesNotMatch. Check MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY.`,
    );
    expect(await refusal({ ...own, bucket: 'nowhere' })).toContain(
      'answers 404 NoSuchBucket. The bucket does not exist.',
    );
  });

  test('is told by the doctor what does not work with its bucket', async () => {
    const s3 = await server.bucket('examined');
    const examine = (changes: Partial<S3Settings> = {}) =>
      checkBucket({
        s3: { ...s3, ...changes },
        baseUrl: 'https://social.example.com',
        randomBytes,
        clock: systemClock,
      });
    const works = 'The bucket examined takes, reads, lists and deletes objects.';
    const page = 'Pages of https://social.example.com may';
    expect(await examine()).toEqual({
      ...{ check: 'files', state: 'warning' },
      message: `${works} ${page} not upload to it: it has no CORS rule for PUT.`,
      fix: 'Set the rule of docs/media-stores.md, or MEDIA_S3_DIRECT_BYTES=0 to send all files through this server.',
    });
    const rule =
      '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedHeader>content-type</AllowedHeader><AllowedHeader>x-amz-checksum-sha256</AllowedHeader></CORSRule></CORSConfiguration>';
    const requests = createS3Requests({ settings: s3, clock: systemClock });
    const md5 = createHash('md5').update(rule).digest('base64');
    const call = { query: { cors: '' }, headers: { 'content-md5': md5 }, body: Buffer.from(rule) };
    await requests.sendForText({ method: 'PUT', ...call });
    expect(await examine()).toEqual({ check: 'files', state: 'ok', message: `${works} ${page} upload to it.` });
    const left = createS3Objects(requests).list('');
    expect(await left.next()).toEqual({ done: true, value: undefined });
    await requests.close();
    expect(await examine({ bucket: 'nowhere' })).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('An object of the bucket nowhere cannot be written.'),
    });
  });

  test('moves from a folder to a bucket by a copy of the files as they are', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-move-'));
    await db.query({ text: 'update instance set media_folder_id = null' });
    const disk = (await openMediaStore({ db, ids, warn: () => undefined }, { folder, s3: null }))!;
    const key = newKey();
    await disk.append(key, 0, of('moved'));
    await disk.finish(key, 5);
    const settings = await server.bucket('moved');
    const bucket = createS3Store({ settings, clock: systemClock });
    for (const name of ['fanfare-media-id', `${key.slice(0, 2)}/${key}`])
      await bucket.objects.put(name, await readFile(path.join(folder, name)));
    const moved = (await openMediaStore({ db, ids, warn: () => undefined }, { folder: null, s3: settings }))!;
    expect([await moved.size(key), String(await moved.read(key, 0, 5))]).toEqual([5, 'moved']);
    await bucket.close();
    await rm(folder, { recursive: true });
  });
});
