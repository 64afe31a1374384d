import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Secret } from '@fanfare/network/secret';
import { afterAll, expect, test } from 'vitest';
import { bucketAddress, type S3Settings } from '../../../src/config/s3-settings.ts';
import { StoreUnavailable } from '../../../src/media/stores/media-store.ts';
import { createS3Requests } from '../../../src/media/stores/s3/s3-requests.ts';
import { createS3Store } from '../../../src/media/stores/s3/s3-store.ts';
import { withSmallDisk } from '../with-small-disk.ts';

const KEY = 'ab'.repeat(16);
const SETTINGS: S3Settings = {
  ...{ endpoint: 'https://s3.eu-central-1.amazonaws.com', bucket: 'media', region: 'eu-central-1' },
  ...{ accessKeyId: 'AKIAEXAMPLE', secretAccessKey: new Secret('very-secret') },
  ...{ style: 'host', directBytes: 1_000, checksums: true },
};
/** Waits take no time. */
const clock = { now: () => Date.now(), sleep: async () => undefined };
const storeWith = (changes: Partial<S3Settings>) => createS3Store({ settings: { ...SETTINGS, ...changes }, clock });

const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** Settings of a server that answers as `listener` does. */
async function serve(listener: RequestListener): Promise<S3Settings> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { ...SETTINGS, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, style: 'path' };
}

/** A store at such a server. */
async function storeAt(listener: RequestListener, tempDir = tmpdir()) {
  const store = createS3Store({ settings: await serve(listener), clock, tempDir });
  closing.push(store.close);
  return store;
}

const file = {
  ...{ key: KEY, bytes: 1_000, contentType: 'image/png', announcedSha256: null },
  uploadExpiresAt: new Date('2026-11-28T11:00:00Z'),
};

test('a presigned address signs size, type and the announced checksum, and no checksum that nobody announced', async () => {
  const store = storeWith({});
  const plain = (await store.uploadTo(file))!;
  const { origin, pathname, searchParams } = new URL(plain.url);
  expect([origin, pathname]).toEqual(['https://media.s3.eu-central-1.amazonaws.com', `/uploads/${KEY}/0`]);
  expect(Object.fromEntries([...searchParams].filter(([name]) => name !== 'X-Amz-Signature'))).toEqual({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIAEXAMPLE/20261128/eu-central-1/s3/aws4_request',
    'X-Amz-Date': '20261128T100000Z',
    'X-Amz-Expires': '3600',
    'X-Amz-SignedHeaders': 'content-length;content-type;host',
  });
  expect(plain.headers).toEqual({});
  expect(await store.uploadTo(file)).toEqual(plain);
  const announcedSha256 = '00'.repeat(32);
  const checked = (await store.uploadTo({ ...file, announcedSha256 }))!;
  expect(new URL(checked.url).searchParams.get('X-Amz-SignedHeaders')).toBe(
    'content-length;content-type;host;x-amz-checksum-sha256',
  );
  expect(checked.headers).toEqual({ 'x-amz-checksum-sha256': `${'A'.repeat(43)}=` });
  // Backblaze B2 refuses the header.
  expect((await storeWith({ checksums: false }).uploadTo({ ...file, announcedSha256 }))!.url).toBe(plain.url);
  // What the AWS SDK signs by default: the checksum of an empty body, which no file has.
  expect(`${plain.url} ${checked.url}`).not.toMatch(/crc32|AAAAAA%3D%3D/i);
});

test('a file above the limit comes through this server', async () => {
  expect(await storeWith({}).uploadTo({ ...file, bytes: 1_001 })).toBeNull();
  expect(await storeWith({ directBytes: 0 }).uploadTo({ ...file, bytes: 1 })).toBeNull();
});

test('a bucket is a folder or a host of its endpoint', () => {
  const at = (changes: Partial<S3Settings>) => bucketAddress({ ...SETTINGS, ...changes }, 'ab/c').href;
  expect(at({ style: 'path' })).toBe('https://s3.eu-central-1.amazonaws.com/media/ab/c');
  expect(at({ style: 'path', endpoint: 'http://10.0.0.5:3900/s3' })).toBe('http://10.0.0.5:3900/s3/media/ab/c');
  expect(at({ style: 'host', endpoint: 'http://garage.example:3900' })).toBe('http://media.garage.example:3900/ab/c');
});

const failure = async (store: Awaited<ReturnType<typeof storeAt>>) => {
  const error = await store.read(KEY, 0, 9).then(
    () => null,
    (reason: unknown) => reason as Error,
  );
  const { name, message, isFull } = error as Error & { isFull?: boolean };
  expect(inspect(error, { depth: 9 })).not.toMatch(/AKIAEXAMPLE|very-secret|Signature=|X-Amz/);
  return [name, isFull, message];
};

test.each([
  [403, 'SignatureDoesNotMatch', false, 'Check MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY.'],
  [
    403,
    'RequestTimeTooSkewed',
    false,
    'The clock of this server and that of the store differ. Set the clock, for example by NTP.',
  ],
  [404, 'NoSuchBucket', false, 'The bucket does not exist. Check MEDIA_S3_BUCKET and MEDIA_S3_STYLE.'],
  [301, 'PermanentRedirect', false, 'Check MEDIA_S3_ENDPOINT and MEDIA_S3_REGION.'],
  [507, 'InsufficientStorage', true, ''],
  [503, 'SlowDown', false, ''],
])('a store that answers %i %s is unavailable, and operators read why', async (status, code, isFull, remedy) => {
  let calls = 0;
  const store = await storeAt((_req, res) => {
    calls++;
    res.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end(`<Error><Code>${code}</Code></Error>`);
  });
  const message = `The bucket of hosted files answers ${status} ${code}. ${remedy}`.trim();
  expect(await failure(store)).toEqual(['StoreUnavailable', isFull, message]);
  // What may pass is tried again.
  expect(calls).toBe(status >= 500 ? 3 : 1);
});

test('a store that answers after a failure works; one that does not answer is unavailable', async () => {
  let calls = 0;
  const store = await storeAt((req, res) => {
    if (calls++ === 0) req.socket.destroy();
    else res.writeHead(206).end('here');
  });
  expect(String(await store.read(KEY, 0, 4))).toBe('here');
  const away = storeWith({ endpoint: 'http://127.0.0.1:1', style: 'path' });
  expect(await failure(away)).toEqual([
    'StoreUnavailable',
    false,
    'The bucket of hosted files cannot be reached (ECONNREFUSED).',
  ]);
});

test('a file that the store has lost is missed, and is no missing bucket', async () => {
  const store = await storeAt((req, res) => {
    const isList = req.url!.includes('list-type');
    res.writeHead(isList ? 200 : 404).end(isList ? '<ListBucketResult/>' : '<Error><Code>NoSuchKey</Code></Error>');
  });
  expect(await store.size(KEY)).toBeNull();
  expect(await failure(store)).toEqual([
    'StoreUnavailable',
    false,
    'The bucket has lost a hosted file, or a part of it.',
  ]);
});

test('joined parts that answer 200 with an error are not taken for a file', async () => {
  const store = await storeAt((req, res) => {
    if (req.method === 'HEAD') return void res.writeHead(404).end();
    const isListed = req.url!.includes('?uploads');
    const upload = `<Upload><Key>ab/${KEY}</Key><UploadId>u</UploadId><Initiated>2026-11-28T10:00:00Z</Initiated></Upload>`;
    const part = '<Part><PartNumber>1</PartNumber><ETag>&quot;e&quot;</ETag><Size>5</Size></Part>';
    res.end(req.method === 'POST' ? '<Error><Code>InternalError</Code></Error>' : isListed ? upload : part);
  });
  await expect(store.finish(KEY, 5)).rejects.toMatchObject({ name: 'StoreUnavailable', code: 'InternalError' });
});

test('a reader that goes away ends the request to the store, however much is left', async () => {
  let ended = (): void => undefined;
  const isEnded = new Promise<void>((resolve) => {
    ended = resolve;
  });
  let sent = 0;
  const store = await storeAt((req, res) => {
    req.socket.once('close', ended);
    res.writeHead(206, { 'Content-Length': String(2 ** 30) });
    const more = (): void => {
      while (sent < 2 ** 30 && res.write(Buffer.alloc(65_536))) sent += 65_536;
      res.once('drain', more);
    };
    more();
  });
  const stream = store.stream(KEY, 0, 2 ** 30);
  await once(stream, 'readable');
  await sleep(200);
  // Nobody reads, so the store is not read either, except for buffers.
  expect(sent).toBeLessThan(16 * 1024 * 1024);
  stream.destroy();
  await isEnded;
});

/** Answers to what is asked before an upload. */
const emptyBucket: RequestListener = (req, res) => {
  if (req.method === 'HEAD') res.writeHead(404).end();
  else res.end('<List/>');
};

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

test('bytes whose request broke off are sent again, to a store that reads them late', async () => {
  // More than the buffers of a connection hold.
  const bytes = randomBytes(8 * 1024 * 1024 - 1);
  let tries = 0;
  let received = Buffer.alloc(0);
  const store = await storeAt(async (req, res) => {
    if (req.method !== 'PUT') return emptyBucket(req, res);
    if (++tries === 1) return void req.once('data', () => req.socket.destroy());
    await sleep(200);
    received = await buffer(req);
    res.end();
  });
  expect(await store.append(KEY, 0, one(bytes))).toBe(bytes.length);
  expect([tries, received.equals(bytes)]).toEqual([2, true]);
});

test('a full temporary folder is reported as such, not as a bucket that is away', async (context) => {
  const tempDir = await mkdtemp(path.join(tmpdir(), 'fanfare-small-'));
  const store = await storeAt(emptyBucket, tempDir);
  const isMounted = await withSmallDisk(tempDir, async () => {
    await expect(store.append(KEY, 0, one(randomBytes(100_000)))).rejects.toMatchObject({
      ...{ name: 'StoreUnavailable', isFull: true, message: 'The disk of the temporary folder is full.' },
    });
  });
  await rm(tempDir, { recursive: true });
  if (!isMounted) context.skip('this account may not mount a small disk');
});

test('a temporary folder that is missing is reported as such, not as a missing file', async () => {
  const store = await storeAt(emptyBucket, '/nowhere');
  await expect(store.append(KEY, 0, one(Buffer.from('x')))).rejects.toMatchObject({
    ...{ name: 'StoreUnavailable', isFull: false, message: 'The temporary folder cannot be used.' },
  });
});

test('bytes that cannot be read to be sent are not taken for a bucket that is away', async () => {
  const unreadable = new StoreUnavailable('The temporary folder cannot be used.');
  const body = {
    size: () => 9,
    stream: () =>
      new Readable({
        read() {
          this.destroy(unreadable);
        },
      }),
  };
  const requests = createS3Requests({ settings: await serve(emptyBucket), clock });
  await expect(requests.send({ method: 'PUT', object: 'x', body }, [200])).rejects.toBe(unreadable);
  await requests.close();
});
