import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDevFolder, readDevState } from '../../../src/operator/dev/dev-state.ts';
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

test('before the first start answers there is no dev.json', () => {
  const first = openDevFolder(path.join(folder, 'first'));
  first.markStopped();
  expect(readdirSync(first.path)).toEqual([]);
});

test('the key that seals credentials is created once', () => {
  const keys = openDevFolder(folder).encryptionKeys();
  expect(keys).toMatch(/^dev:[A-Za-z0-9+/]{43}=$/);
  expect(openDevFolder(folder).encryptionKeys()).toBe(keys);
});

test('dev.json is replaced in one piece: who has it open reads the whole old one', () => {
  const { write, stateFile } = openDevFolder(folder);
  write({ baseUrl: 'http://127.0.0.1:1' });
  const reader = openSync(stateFile, 'r');
  try {
    write({ baseUrl: 'http://127.0.0.1:2' });
    expect(JSON.parse(readFileSync(reader, 'utf8'))).toEqual({ baseUrl: 'http://127.0.0.1:1' });
  } finally {
    closeSync(reader);
  }
  expect(readDevState(folder)).toEqual({ baseUrl: 'http://127.0.0.1:2' });
  expect(readdirSync(folder).filter((name) => name.startsWith('dev.json'))).toEqual(['dev.json']);
});
