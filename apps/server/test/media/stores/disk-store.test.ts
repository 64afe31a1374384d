import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskStore } from '../../../src/media/stores/disk-store.ts';
import type { MediaStore } from '../../../src/media/stores/media-store.ts';
import { withSmallDisk } from '../with-small-disk.ts';

let folder: string;
let store: MediaStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fanfare-store-'));
  store = createDiskStore({ folder });
});
afterAll(() => rm(folder, { recursive: true }));

const newKey = () => randomBytes(16).toString('hex');

async function* of(...chunks: (string | Error)[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield Buffer.from(chunk);
  }
}

const whole = async (key: string) => String(await buffer(store.stream(key, 0, (await store.size(key)) ?? 1)));

test('a second beginning replaces the first, whose writer, cut off late, changes nothing', async () => {
  const key = newKey();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late = (async function* () {
    yield Buffer.from('late');
    await held;
    yield Buffer.from('latelate');
  })();
  const first = store.append(key, 0, late);
  await expect.poll(() => store.received(key)).toBe(4);
  await store.append(key, 0, of('second'));
  release();
  expect(await first).toBe(12);
  expect(await store.finish(key, 6)).toBe(true);
  expect(await whole(key)).toBe('second');
});

test('after a crash before a file was finished, the list has it with its last change', async () => {
  const own = createDiskStore({ folder: path.join(folder, 'own') });
  const [finished, unfinished] = [newKey(), newKey()];
  for (const key of [finished, unfinished]) await own.append(key, 0, of('x'));
  await own.finish(finished, 1);
  const then = new Date(Date.UTC(2026, 1, 1));
  await utimes(path.join(folder, 'own', unfinished.slice(0, 2), `${unfinished}.part`), then, then);
  await writeFile(path.join(folder, 'own', 'fanfare-media-id'), 'not a file of ours');
  const listed: { key: string; changedAt: Date }[] = [];
  for await (const each of own.list()) listed.push(each);
  expect(listed.map(({ key }) => key).sort()).toEqual([finished, unfinished].sort());
  expect(listed.find(({ key }) => key === unfinished)!.changedAt).toEqual(then);
});

test('a full disk is reported as full, keeps what came, and takes the rest later', async (context) => {
  const small = path.join(folder, 'small');
  await createDiskStore({ folder: small }).append(newKey(), 0, of('x'));
  const isMounted = await withSmallDisk(small, async (grow) => {
    const own = createDiskStore({ folder: small });
    const key = newKey();
    const full = own.append(key, 0, of('x'.repeat(10_000), 'y'.repeat(100_000)));
    await expect(full).rejects.toMatchObject({ name: 'StoreUnavailable', isFull: true });
    const received = await own.received(key);
    expect(received).toBeGreaterThanOrEqual(10_000);
    grow();
    await own.append(key, received, of('z'));
    expect(await own.finish(key, received + 1)).toBe(true);
  });
  if (!isMounted) context.skip('this account may not mount a small disk');
});

test.skipIf(process.getuid?.() === 0)('a folder without rights is reported as unusable', async () => {
  await expect(createDiskStore({ folder: '/proc/nothing' }).append(newKey(), 0, of('x'))).rejects.toMatchObject({
    name: 'StoreUnavailable',
  });
});

test('files are in folders by the first two digits of their keys', async () => {
  const key = newKey();
  await store.append(key, 0, of('x'));
  await store.finish(key, 1);
  expect(await readdir(path.join(folder, key.slice(0, 2)))).toContain(key);
  expect((await stat(path.join(folder, key.slice(0, 2), key))).size).toBe(1);
});
