import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { derivePublishKey, hashFiles, type PublishContent } from '../src/index.ts';

const now = new Date('2026-11-28T21:00:00Z');
const POST: PublishContent = {
  content: 'The harbour is awake.\nCome and see.',
  mediaItems: [{ type: 'image', url: 'https://example.com/a.jpg', altText: 'Boats' }],
  platforms: [
    { platform: 'x', accountId: 'acc_1' },
    { platform: 'linkedin', accountId: 'acc_2', content: 'Longer', linkedin: { visibility: 'PUBLIC' } as never },
  ],
  publishAt: '2026-11-29T09:00:00+01:00',
};
const [x, linkedin] = POST.platforms;
const keyOf = (content: PublishContent, at = now) => derivePublishKey(content, { now: at });

test('a key names the day and is short enough for a header', () => {
  expect(keyOf(POST)).toMatch(/^auto-2026-11-28-[0-9a-f]{40}$/);
});

const SAME: Record<string, PublishContent> = {
  'fields in another order': Object.fromEntries(Object.entries(POST).reverse()) as PublishContent,
  'white space around, other line ends': { ...POST, content: '  The harbour is awake.\r\nCome and see. \n' },
  'accounts in another order': { ...POST, platforms: [linkedin!, x!] },
  'the text of the post written out for a target': {
    ...POST,
    platforms: [{ ...x!, content: POST.content!, mediaItems: POST.mediaItems! }, linkedin!],
  },
  'another offset of the same instant': { ...POST, publishAt: '2026-11-29T08:00:00.000Z' },
  'the instant as a Date': { ...POST, publishAt: new Date('2026-11-29T08:00:00Z') as never },
  'defaults written out': {
    ...POST,
    convert: true,
    platforms: [{ ...x!, aiGenerated: false, firstComment: '' }, linkedin!],
  },
  'null for what is left out': { ...POST, platforms: [{ ...x!, spaceSlug: null as never }, linkedin!] },
};

test.each(Object.entries(SAME))('the same key: %s', (_, content) => {
  expect(keyOf(content)).toBe(keyOf(POST));
});

const OTHER: Record<string, PublishContent> = {
  'other words': { ...POST, content: 'The harbour is awake.\n\nCome and see.' },
  'an account more': { ...POST, platforms: [...POST.platforms, { platform: 'x', accountId: 'acc_3' }] },
  'an account less': { ...POST, platforms: [x!] },
  'other options': {
    ...POST,
    platforms: [x!, { ...linkedin!, linkedin: { visibility: 'CONNECTIONS' } as never }],
  },
  'a label': { ...POST, platforms: [{ ...x!, aiGenerated: true }, linkedin!] },
  'another time': { ...POST, publishAt: '2026-11-29T09:00:01+01:00' },
  'no time': { ...POST, publishAt: undefined as never },
  'another address of a file': { ...POST, mediaItems: [{ type: 'image', url: 'https://example.com/b.jpg' }] },
  'no conversion': { ...POST, convert: false },
  'texts of two targets exchanged': {
    ...POST,
    platforms: [
      { ...x!, content: 'Longer' },
      { ...linkedin!, content: POST.content! },
    ],
  },
};

test('every other difference makes another key', () => {
  const keys = [POST, ...Object.values(OTHER)].map((content) => keyOf(content));
  expect(new Set(keys).size).toBe(1 + Object.keys(OTHER).length);
});

test('the day is that of UTC', () => {
  const last = keyOf(POST, new Date('2026-11-29T00:59:59+01:00'));
  const next = keyOf(POST, new Date('2026-11-29T01:00:00+01:00'));
  expect([last.slice(0, 15), next.slice(0, 15)]).toEqual(['auto-2026-11-28', 'auto-2026-11-29']);
});

test('words of a relative time count as they are written', () => {
  const at = (publishAt: string) => keyOf({ ...POST, publishAt });
  expect(at('In 10 minutes')).toBe(at(' in 10 minutes '));
  expect(at('in 10 minutes')).not.toBe(at('in 11 minutes'));
});

test('media in another order is another post', () => {
  const [a, b] = ['a', 'b'].map((name) => ({ type: 'image', url: `https://example.com/${name}.jpg` }) as const);
  expect(keyOf({ ...POST, mediaItems: [a!, b!] })).not.toBe(keyOf({ ...POST, mediaItems: [b!, a!] }));
});

test('local files count by their bytes, and not by their path', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'publish-key-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const key = async (name: string, bytes: string) => {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    const content: PublishContent = { ...POST, mediaItems: [{ type: 'image', file, filename: name }] };
    return derivePublishKey(content, { now, hashes: await hashFiles(content) });
  };
  expect(await key('a.jpg', 'one')).toBe(await key('b.jpg', 'one'));
  expect(await key('a.jpg', 'one')).not.toBe(await key('a.jpg', 'two'));
  const unhashed = { ...POST, mediaItems: [{ type: 'image', file: 'c.jpg' }] } as const;
  expect(() => keyOf(unhashed)).toThrow('A local file has no checksum: pass what `hashFiles` returns.');
});
