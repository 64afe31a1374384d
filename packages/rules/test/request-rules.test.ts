import type { MediaItem } from '@fanfare/contract';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../src/draft.ts';
import { checkMediaAddresses, findDuplicateTargets, REQUEST_RULES } from '../src/request-rules.ts';

const draft: Draft = { content: 'Hello', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };
const image = (url: string): MediaItem => ({ type: 'image', url });
const nobody = () => false;

describe('media.url.private', () => {
  it('names every private address at its own place, media and covers', () => {
    const media: MediaItem[] = [
      image('https://cdn.example.com/a.jpg'),
      { type: 'video', url: 'http://127.0.0.1:9000/clip.mp4', coverUrl: 'https://metadata.google.internal/cover.jpg' },
    ];
    expect(checkMediaAddresses({ ...draft, media }, nobody)).toEqual([
      {
        rule: 'media.url.private',
        path: 'mediaItems[1].url',
        message: '127.0.0.1:9000 is a private address. Use a URL that can be reached from the public internet.',
      },
      {
        rule: 'media.url.private',
        path: 'mediaItems[1].coverUrl',
        message:
          'metadata.google.internal is a private address. Use a URL that can be reached from the public internet.',
      },
    ]);
  });

  it('an address the operator allows passes, and only that one', () => {
    const media = [image('http://127.0.0.1:4600/a.jpg'), image('http://127.0.0.1:4601/a.jpg')];
    const broken = checkMediaAddresses({ ...draft, media }, (url) => url.port === '4600');
    expect(broken.map(({ path }) => path)).toEqual(['mediaItems[1].url']);
  });
});

describe('targets.duplicate', () => {
  const target = (differences: Partial<Draft> = {}, accountId = 'acc_1') => ({
    request: { platform: 'threads' as const, accountId },
    draft: { ...draft, ...differences },
    space: null,
  });

  it('the later twin is named, each time', () => {
    expect(findDuplicateTargets([target(), target({}, 'acc_2'), target(), target()])).toEqual(
      [2, 3].map((i) => ({
        path: `platforms[${i}]`,
        platform: 'threads',
        accountId: 'acc_1',
        rule: 'targets.duplicate',
        message: `platforms[${i}] would publish the same content to the same account as platforms[0]. Remove one of them or change its content.`,
      })),
    );
  });

  it.each([
    ['another account', target({}, 'acc_2')],
    ['another content', target({ content: 'Hello again' })],
    ['other media', target({ media: [image('https://cdn.example.com/a.jpg')] })],
  ])('%s makes it another post', (_name, other) => {
    expect(findDuplicateTargets([target(), other])).toEqual([]);
  });

  it('another order of the same media makes it another post', () => {
    const [a, b] = [image('https://cdn.example.com/a.jpg'), image('https://cdn.example.com/b.jpg')];
    expect(findDuplicateTargets([target({ media: [a, b] }), target({ media: [b, a] })])).toEqual([]);
  });

  it.each([
    ['a first comment', { firstComment: 'More' }],
    ['an AI label', { aiGenerated: true }],
    ['an alt text', { media: [{ ...image('https://cdn.example.com/a.jpg'), altText: 'A' }] }],
  ])('%s alone does not', (_name, difference) => {
    const plain = 'media' in difference ? { media: [image('https://cdn.example.com/a.jpg')] } : {};
    expect(findDuplicateTargets([target(plain), target(difference)])).toHaveLength(1);
  });

  it('another space in force makes it another post', () => {
    const inSpace = (space: string | null) => ({ ...target(), space });
    expect(findDuplicateTargets([inSpace('news'), inSpace('blog'), inSpace(null)])).toEqual([]);
    expect(findDuplicateTargets([inSpace('news'), inSpace('news')])).toHaveLength(1);
  });
});

it('every rule has a stable name and one sentence', () => {
  expect(REQUEST_RULES.map(({ name }) => name)).toEqual([
    'media.url.private',
    'media.url.unknown',
    'media.url.not_ready',
    'media.url.unreachable',
    'media.convert.failed',
    'targets.duplicate',
  ]);
  for (const { summary } of REQUEST_RULES) expect(summary).toMatch(/^[A-Z].*\.$/);
});
