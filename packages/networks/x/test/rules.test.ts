import { readFileSync } from 'node:fs';
import type { XOptions } from '@fanfare/contract';
import { checkContent, type Draft, judgeOptions } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { xRules } from '../src/rules.ts';
import { aDraft, images, videos } from './a-draft.ts';

const violations = (changes: Partial<Draft>) => checkContent(aDraft(changes), xRules);

/**
 * `content-rule-cases.ts` of the API suite breaks each rule at its limit; here is what it leaves
 * open.
 */
describe('text', () => {
  test('of weight 280 is fine', () => {
    expect(violations({ content: 'a'.repeat(280) })).toEqual([]);
    expect(violations({ content: '故'.repeat(140) })).toEqual([]);
    expect(
      violations({ content: `${'a'.repeat(257)}https://example.com/${'b'.repeat(500)}`.replace('ahttps', ' https') }),
    ).toEqual([]);
  });

  test.each([
    ['None', 280, 'without'],
    [null, 280, 'without'],
    ['Basic', 25_000, 'with'],
    ['Premium', 25_000, 'with'],
    ['PremiumPlus', 25_000, 'with'],
    ['Something new', 280, 'without'],
  ])('of an account whose plan is %s weighs at most %i', (subscription, limit, which) => {
    const judge = (length: number) => checkContent(aDraft({ content: 'a'.repeat(length) }), xRules, { subscription });
    expect(judge(limit)).toEqual([]);
    expect(judge(limit + 1)).toEqual([
      {
        rule: 'x.text.max_weighted_length',
        path: 'content',
        message: `The text weighs ${limit + 1} on X, where ${limit} is the limit of an account ${which} X Premium (a link weighs 23, an emoji 2).`,
        limit,
        actual: limit + 1,
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

  test('may be absent beside media', () => {
    expect(violations({ content: ' \n', media: images(1) })).toEqual([]);
  });

  test('of white space without media is refused', () => {
    expect(violations({ content: ' \n\t' })).toEqual([
      { rule: 'x.content.empty', path: 'content', message: 'A post on X needs text or media.' },
    ]);
  });
});

test('a first comment and an AI disclosure break nothing', () => {
  expect(violations({ firstComment: 'a'.repeat(5_000), aiGenerated: true })).toEqual([]);
});

test('a link is a warning that says what it costs, and what avoids that', () => {
  expect(xRules.warnings(aDraft({ content: 'see example.com' }))).toEqual([
    {
      path: 'content',
      message:
        'The text contains a link: this post costs 65 units on X, which has no first comment that could hold the link. Leave the link out to pay 1 unit.',
    },
  ]);
  expect(xRules.warnings(aDraft({ content: 'see node.js' }))).toEqual([]);
});

describe('subtitles', () => {
  const captions = [{ url: 'https://cdn.example/en.srt', language: 'en' }];

  test('of a post without a video have no effect', () => {
    const message = 'captions has no effect without a video.';
    expect(xRules.warnings(aDraft({ media: images(1), options: { captions } }))).toEqual([
      { path: 'captions', message },
    ]);
    expect(xRules.warnings(aDraft({ media: videos(1), options: { captions } }))).toEqual([]);
  });

  test.each([
    ['an unknown form of language', { language: 'English' }, 'captions[0].language'],
    ['an address without a protocol', { url: 'cdn.example/en.srt' }, 'captions[0].url'],
  ])('with %s are refused', (_, change, path) => {
    expect(judgeOptions({ captions: [{ ...captions[0], ...change }] }, xRules)).toMatchObject({
      options: {},
      violations: [{ rule: 'x.captions.invalid', path }],
    });
  });
});

test.each([
  [
    'shareWithFollowers without a community',
    { shareWithFollowers: true },
    'x.shareWithFollowers',
    'shareWithFollowers has no effect without communityId.',
  ],
  [
    'sensitiveMedia without media',
    { sensitiveMedia: ['other'] as const },
    'x.sensitiveMedia',
    'sensitiveMedia has no effect without media.',
  ],
])('%s has no effect', (_, x, path, message) => {
  expect(xRules.warnings(aDraft({ options: { x: structuredClone(x) as XOptions } }))).toEqual([{ path, message }]);
  const complete = { ...x, communityId: '1', paidPartnership: true } as XOptions;
  expect(xRules.warnings(aDraft({ media: images(1), options: { x: complete } }))).toEqual([]);
});

describe('a poll', () => {
  const judged = (poll: object) => judgeOptions({ poll: { options: ['Yes', 'No'], ...poll } }, xRules);

  test('has no question, which only LinkedIn has', () => {
    expect(judged({ question: 'Shall we?', durationMinutes: 10_080 })).toEqual({
      options: { poll: { options: ['Yes', 'No'], durationMinutes: 10_080 } },
      violations: [],
      unknown: [],
      warnings: [{ path: 'poll.question', message: 'poll.question "Shall we?" has no effect on x.' }],
    });
  });

  test.each([
    ['four minutes', { durationMinutes: 4 }, 'poll.durationMinutes'],
    ['more than 7 days', { durationMinutes: 10_081 }, 'poll.durationMinutes'],
    ['a choice of 26 characters', { options: ['a'.repeat(26), 'b'] }, 'poll.options[0]'],
  ])('of %s is refused', (_, poll, path) => {
    expect(judged(poll).violations).toEqual([{ rule: 'x.poll.invalid', path, message: expect.any(String) }]);
  });
});

test('followers may be let reply on Threads only', () => {
  expect(judgeOptions({ replyControl: 'followers' }, xRules)).toEqual({
    options: {},
    violations: [],
    unknown: [],
    warnings: [{ path: 'replyControl', message: 'replyControl "followers" has no effect on x.' }],
  });
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
  const outside = [...seen.values()].flat().filter((from) => !from.startsWith('./'));
  expect([...new Set(outside)].sort()).toEqual(['@fanfare/contract', '@fanfare/rules', 'zod']);
});
