import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { noteArriving } from '../../src/media/arriving-media.table.ts';
import { createOrphanSearch } from '../../src/media/find-orphans.ts';
import { insertMedia } from '../../src/media/media.table.ts';
import { newMedia, useDatabase } from './use-media-rows.ts';

const MINUTE_MS = 60_000;
const on = useDatabase();

test('bytes without a row are found before they are an hour old, whichever server looks, and a day has 29 lists of the store a server', async () => {
  const file = newMedia();
  await insertMedia(on.db, file);
  /** Bytes by key, and the minute in which they came. */
  const arriving = newMedia();
  await noteArriving(on.db, randomUUID(), [arriving.key]);
  const bytes = new Map([file, arriving].map(({ key }) => [key, 0]));
  let minute = 0;
  let lists = 0;
  const store = {
    async *list() {
      lists++;
      for (const [key, at] of bytes) yield { key, changedAt: new Date(at * MINUTE_MS) };
    },
  };
  const now = () => new Date(minute * MINUTE_MS);
  const servers = [1, 2].map(() => createOrphanSearch({ db: on.db, store, now }));
  const ages: number[] = [];
  for (; minute < 24 * 60; minute++) {
    if (minute % 7 === 0) bytes.set(newMedia().key, minute);
    if (minute % 10 !== 9) continue;
    // One server does the runs of the morning; later they do them in turn, three each.
    const server = minute < 12 * 60 ? 0 : Math.floor(minute / 30) % 2;
    for await (const key of servers[server]!()) {
      ages.push(minute - bytes.get(key)!);
      bytes.delete(key);
    }
  }
  expect(ages.length).toBeGreaterThan(190);
  expect([Math.min(...ages) >= 40, Math.max(...ages) < 60]).toEqual([true, true]);
  expect([bytes.has(file.key), bytes.has(arriving.key)]).toEqual([true, true]);
  expect(lists).toBeLessThanOrEqual(2 * 29);
});
