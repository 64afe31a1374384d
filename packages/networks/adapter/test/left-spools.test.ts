import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftSpools } from '../src/spool.ts';

const DEAD = 999_999;
const ALIVE = 4_242;

test('folders of processes that are gone are removed, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-left-'));
  const make = (name: string) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'file'), 'media');
  };
  const older = `fanfare-media-${process.pid}-before`;
  const kept = [
    `fanfare-media-${ALIVE}-abcdef`,
    `fanfare-media-${process.pid}-abcdef`,
    'fanfare-media-other',
    'others',
  ];
  for (const name of [...kept, older, `fanfare-media-${DEAD}-abcdef`]) make(name);
  // An earlier process of a container has the same id.
  utimesSync(join(folder, older), new Date(0), new Date(0));
  await removeLeftSpools(folder, (pid) => pid === ALIVE);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  rmSync(folder, { recursive: true });
  await removeLeftSpools(folder, () => false);
});
