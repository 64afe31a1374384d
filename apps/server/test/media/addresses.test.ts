import { safeFilename } from '@fanfare/rules';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/http/sha256.ts';
import { createMediaAddresses } from '../../src/media/media-addresses.ts';
import { ids } from '../../src/process/ids.ts';

const addresses = createMediaAddresses({
  ids,
  baseUrl: 'https://api.example.com/fanfare',
  mediaUrl: 'https://files.example.com',
  uploadSecret: Buffer.alloc(32, 1),
});

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\pictures\\Café au lait.JPG', 'Cafe-au-lait.JPG'],
  ['写真.png', 'file.png'],
  ['.htaccess', 'htaccess'],
  ['...', 'file'],
  ['a<script>.svg?x#y', 'a-script.svg-x-y'],
])('the address of %j ends with %j', (filename, expected) => {
  expect(safeFilename(filename)).toBe(expected);
});

test('a name of 4 kB keeps its extension', () => {
  expect(safeFilename(`${'n'.repeat(4_096)}.jpeg`)).toBe(`${'n'.repeat(89)}.jpeg`);
  expect(safeFilename(`x.${'e'.repeat(4_096)}`)).toBe('e'.repeat(89));
});

test('an address leads back to its key, also one at the address of the server', () => {
  const key = addresses.newKey();
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  const url = addresses.urlOf({ key, filename: 'a b.png' });
  expect(url).toBe(`https://files.example.com/m/${key}/a-b.png`);
  const same = [url, `HTTPS://Files.Example.COM/m/${key}/a-b.png?x=1`, `https://files.example.com:443/m/${key}`];
  expect(same.map(addresses.keyOf)).toEqual([key, key, key]);
  expect(addresses.keyOf(`https://api.example.com/fanfare/m/${key}/a-b.png`)).toBe(key);
});

test('in a cell an address has its label, and leads back to its key with and without it', () => {
  const urls = { baseUrl: 'https://api.example.com', mediaUrl: 'https://api.example.com' };
  const ofCell = createMediaAddresses({ ids: { ...ids, cell: 'eu1' }, ...urls, uploadSecret: Buffer.alloc(32, 1) });
  const key = ofCell.newKey();
  const url = ofCell.urlOf({ key, filename: 'a.png' });
  expect(url).toBe(`https://api.example.com/m/eu1.${key}/a.png`);
  const others = [url.replace('eu1.', ''), url.replace('eu1.', 'us1.')];
  expect([url, ...others].map(ofCell.keyOf)).toEqual([key, key, key]);
  expect([url, ...others, 'https://example.com/m/us1.a/b'].map(ofCell.isOfOtherCell)).toEqual([
    ...[false, true, true, false],
  ]);
});

test.each([
  'https://files.example.com/other/0123456789abcdef0123456789abcdef/a.png',
  'https://files.example.com.evil.example/m/0123456789abcdef0123456789abcdef/a.png',
  'http://files.example.com/m/0123456789abcdef0123456789abcdef/a.png',
  'https://api.example.com/m/0123456789abcdef0123456789abcdef/a.png',
  'no address',
])('%s is not ours', (url) => {
  expect(addresses.keyOf(url)).toBeNull();
});

test('an address that only begins like ours has a key that no file has', () => {
  expect(addresses.keyOf('https://files.example.com/m/%2e%2e/x.png')).toBeNull();
  expect(addresses.keyOf('https://files.example.com/m/')).toBe('');
});

test('the token of an upload is the same each time and different for each file', () => {
  const key = addresses.newKey();
  const upload = addresses.uploadOf(key);
  expect(addresses.uploadOf(key)).toEqual(upload);
  expect(upload.url).toMatch(/^https:\/\/api\.example\.com\/fanfare\/uploads\/[\w-]{43}$/);
  expect(upload.tokenSha256).toEqual(sha256(upload.url.split('/').at(-1)!));
  expect(addresses.uploadOf(addresses.newKey()).url).not.toBe(upload.url);
});
