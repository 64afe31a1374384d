import { readFileSync } from 'node:fs';
import { checkContent, type Draft } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { xRules } from '../src/rules.ts';
import { aDraft, images, videos } from './a-draft.ts';

const violations = (changes: Partial<Draft>) => checkContent(aDraft(changes), xRules);

describe('text', () => {
  test('of weight 280 is fine', () => {
    expect(violations({ content: 'a'.repeat(280) })).toEqual([]);
    expect(violations({ content: '故'.repeat(140) })).toEqual([]);
    expect(
      violations({ content: `${'a'.repeat(257)}https://example.com/${'b'.repeat(500)}`.replace('ahttps', ' https') }),
    ).toEqual([]);
  });

  test('of weight 281 is refused', () => {
    expect(violations({ content: 'a'.repeat(281) })).toEqual([
      {
        rule: 'x.text.max_weighted_length',
        path: 'content',
        message: 'The text weighs 281 on X, where 280 is the limit (a link weighs 23, an emoji 2).',
        limit: 280,
        actual: 281,
      },
    ]);
  });

  test.each(['\uFEFF', '\uFFFE', '\uFFFF'])('with %j is refused', (character) => {
    const name = character.charCodeAt(0).toString(16).toUpperCase();
    expect(violations({ content: `a${character}b` })).toEqual([
      {
        rule: 'x.text.invalid_characters',
        path: 'content',
        message: `X does not accept the character U+${name}. Remove it.`,
      },
    ]);
  });

  test('with one cashtag is fine, with two it is refused', () => {
    expect(violations({ content: 'Look at $ABC.' })).toEqual([]);
    expect(violations({ content: 'Look at $ABC and $XYZ.' })).toEqual([
      {
        rule: 'x.text.max_cashtags',
        path: 'content',
        message: 'X takes at most 1 cashtag in a post; this one has 2. Write the others without the dollar sign.',
        limit: 1,
        actual: 2,
      },
    ]);
  });

  test('may be absent beside media', () => {
    expect(violations({ content: ' \n', media: images(1) })).toEqual([]);
  });

  test.each(['', ' \n\t'])('%j without media is refused', (content) => {
    expect(violations({ content })).toEqual([
      { rule: 'x.content.empty', path: 'content', message: 'A post on X needs text or media.' },
    ]);
  });
});

describe('media', () => {
  test('of four images or one video is fine', () => {
    expect(violations({ media: images(4) })).toEqual([]);
    expect(violations({ media: videos(1) })).toEqual([]);
  });

  test('of five images is refused', () => {
    expect(violations({ media: images(5) })).toEqual([
      {
        rule: 'x.media.max_images',
        path: 'mediaItems',
        message: 'X takes at most 4 images in one post; this one has 5.',
        limit: 4,
        actual: 5,
      },
    ]);
  });

  test('of two videos is refused', () => {
    expect(violations({ media: videos(2) })).toEqual([
      {
        rule: 'x.media.max_videos',
        path: 'mediaItems',
        message: 'X takes at most 1 video in one post; this one has 2.',
        limit: 1,
        actual: 2,
      },
    ]);
  });

  test('of both kinds is refused', () => {
    expect(violations({ media: [...images(1), ...videos(1)] })).toEqual([
      { rule: 'x.media.mixed', path: 'mediaItems', message: 'X takes images or one video in a post, never both.' },
    ]);
  });
});

test('several broken rules are all named', () => {
  const broken = violations({ content: `${'a'.repeat(300)}\uFEFF`, media: [...images(5), ...videos(2)] });
  expect(broken.map(({ rule }) => rule)).toEqual([
    'x.text.max_weighted_length',
    'x.text.invalid_characters',
    'x.media.max_images',
    'x.media.max_videos',
    'x.media.mixed',
  ]);
});

test('a first comment and an AI disclosure break nothing', () => {
  expect(violations({ firstComment: 'a'.repeat(5_000), aiGenerated: true })).toEqual([]);
});

test('every rule has a name of this platform, used once, and a summary', () => {
  const names = xRules.rules.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^x\.[a-z]+\.[a-z_]+$/.test(name) && name !== 'x.content.empty')).toEqual([]);
  expect(xRules.rules.filter(({ summary }) => !summary.endsWith('.'))).toEqual([]);
});

describe('warnings', () => {
  const of = (changes: Partial<Draft>) => xRules.warnings(aDraft(changes));

  test('name every field without effect', () => {
    const url = 'https://cdn.example/a';
    const media: Draft['media'] = [
      { type: 'video', url, coverUrl: url, thumbOffsetMs: 0, altText: 'A bridge' },
      { type: 'image', url, coverUrl: url, altText: 'A bridge' },
    ];
    expect(of({ media, firstComment: 'First', spaceSlug: 'news' })).toEqual([
      { path: 'mediaItems[0].coverUrl', message: 'X chooses the cover itself: coverUrl has no effect.' },
      { path: 'mediaItems[0].thumbOffsetMs', message: 'X chooses the cover itself: thumbOffsetMs has no effect.' },
      {
        path: 'mediaItems[0].altText',
        message: 'X has alternative text on images and GIFs only: altText on a video has no effect.',
      },
      { path: 'mediaItems[1].coverUrl', message: 'X chooses the cover itself: coverUrl has no effect.' },
      {
        path: 'firstComment',
        message: 'First comments are not supported on x: commentStatus will be unsupported.',
      },
      { path: 'spaceSlug', message: 'X has no spaces: spaceSlug has no effect.' },
    ]);
  });

  test('are none for what has effect', () => {
    const media: Draft['media'] = [{ type: 'image', url: 'https://cdn.example/a', altText: 'A bridge' }];
    expect(of({ media, aiGenerated: true })).toEqual([]);
  });
});

describe('units', () => {
  test.each([
    ['Release day', 1],
    ['', 1],
    ['see https://example.com', 65],
    ['see example.com', 65],
    ['README.md', 65],
    ['hear.music', 65],
    ['write to john@example.com', 1],
    ['node.js 3.5 e.g.', 1],
  ])('%j costs %i', (content, units) => {
    expect(xRules.units(aDraft({ content }))).toBe(units);
  });

  test('media never adds to them', () => {
    expect(xRules.units(aDraft({ media: images(4) }))).toBe(1);
  });
});

/** `@fanfare/rules` tests the same of itself. */
test('the rules load in a browser: nothing they import needs node or the server side', () => {
  const seen = new Map<string, string[]>();
  const walk = (file: string) => {
    if (seen.has(file)) return;
    const source = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
    const runtime = [...source.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gms)].map(
      ([, from]) => from ?? '',
    );
    seen.set(file, runtime);
    for (const from of runtime) if (from.startsWith('./')) walk(from.slice(2));
  };
  walk('rules.ts');
  expect([...seen.keys()]).toContain('hosts.ts');
  expect([...seen.values()].flat().filter((from) => !from.startsWith('./'))).toEqual(['@fanfare/rules']);
});
