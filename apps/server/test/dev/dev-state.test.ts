import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDevFolder, readDevState } from '../../src/dev/dev-state.ts';
import { makeFolder } from './dev-process.ts';

const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['', 'null', '7', '{"apiKey":"fanfare_sk_', '\0\0\0\0'])(
  'a dev.json that a power failure damaged (%j) counts as empty',
  (text) => {
    writeFileSync(path.join(folder, 'dev.json'), text);
    expect(readDevState(folder)).toEqual({});
    openDevFolder(folder).markStopped();
    expect(readDevState(folder)).toEqual({});
  },
);

test('an unused folder has no state, and reading does not create it', () => {
  const never = path.join(folder, 'never');
  expect(readDevState(never)).toEqual({});
  expect(() => rmSync(never)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

test('the key that seals credentials is created once', () => {
  const keys = openDevFolder(folder).encryptionKeys();
  expect(keys).toMatch(/^dev:[A-Za-z0-9+/]{43}=$/);
  expect(openDevFolder(folder).encryptionKeys()).toBe(keys);
});
