import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskStore } from '../../src/media/stores/disk-store.ts';
import type { MediaStore } from '../../src/media/stores/media-store.ts';

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

test('two files at once do not mix', async () => {
  const keys = Array.from({ length: 20 }, newKey);
  await Promise.all(keys.map((key) => store.append(key, 0, of(...key))));
  await Promise.all(keys.map((key) => store.finish(key, 32)));
  expect(await Promise.all(keys.map(whole))).toEqual(keys);
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

test('a removed file is gone, finished or not; a second time nothing happens', async () => {
  const [finished, unfinished] = [newKey(), newKey()];
  for (const key of [finished, unfinished]) await store.append(key, 0, of('x'));
  await store.finish(finished, 1);
  for (const key of [finished, unfinished, finished]) await store.remove(key);
  expect([await store.received(finished), await store.received(unfinished)]).toEqual([0, 0]);
});

test('no key leaves the folder', async () => {
  for (const key of ['../../../../etc/passwd', `${'a'.repeat(31)}/`, 'A'.repeat(32)])
    await expect(store.append(key, 0, of('x'))).rejects.toThrow('32 hexadecimal digits');
});

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)('a full disk is reported as full, keeps what came, and takes the rest later', async (context) => {
  const small = path.join(folder, 'small');
  await createDiskStore({ folder: small }).append(newKey(), 0, of('x'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'pipe' });
  } catch {
    return context.skip('this account may not mount a small disk');
  }
  try {
    const own = createDiskStore({ folder: small });
    const key = newKey();
    const full = own.append(key, 0, of('x'.repeat(10_000), 'y'.repeat(100_000)));
    await expect(full).rejects.toMatchObject({ name: 'StoreUnavailable', isFull: true });
    const received = await own.received(key);
    expect(received).toBeGreaterThanOrEqual(10_000);
    execFileSync('mount', ['-o', 'remount,size=1m', small]);
    await own.append(key, received, of('z'));
    expect(await own.finish(key, received + 1)).toBe(true);
  } finally {
    execFileSync('umount', [small]);
  }
});

test.skipIf(isRoot)('a folder without rights is reported as unusable', async () => {
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
