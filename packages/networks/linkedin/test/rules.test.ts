import { checkContent, type Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { linkedinRules } from '../src/rules.ts';
import { aDraft, images, videos } from './a-draft.ts';

/** [what, draft, rules broken] at the limit and one beyond it. */
const CASES: readonly (readonly [what: string, draft: Draft, rules: readonly string[]])[] = [
  ['a text of 3,000', aDraft({ content: 'x'.repeat(3000) }), []],
  ['a text of 3,001', aDraft({ content: 'x'.repeat(3001) }), ['linkedin.text.max_length']],
  ['3,000 characters that all need escaping', aDraft({ content: '#'.repeat(3000) }), []],
  ['1,500 emoji of two code units', aDraft({ content: '😀'.repeat(1500) }), []],
  ['1,501 emoji of two code units', aDraft({ content: '😀'.repeat(1501) }), ['linkedin.text.max_length']],
  ['no text and no media', aDraft({ content: '' }), ['linkedin.content.empty']],
  ['white space alone', aDraft({ content: ' \n ' }), ['linkedin.content.empty']],
  ['an image without text', aDraft({ content: '', media: images(1) }), []],
  ['10 images', aDraft({ media: images(10) }), []],
  ['11 images', aDraft({ media: images(11) }), ['linkedin.images.max_count']],
  ['one video', aDraft({ media: videos(1) }), []],
  ['two videos', aDraft({ media: videos(2) }), ['linkedin.videos.max_count']],
  ['an image and a video', aDraft({ media: [...images(1), ...videos(1)] }), ['linkedin.media.mixed']],
  [
    'everything at once',
    aDraft({
      content: 'x'.repeat(3001),
      media: [...images(11), ...videos(2)],
      aiGenerated: true,
      firstComment: 'x'.repeat(1251),
    }),
    [
      'linkedin.text.max_length',
      'linkedin.images.max_count',
      'linkedin.videos.max_count',
      'linkedin.media.mixed',
      'linkedin.ai_generated.unsupported',
      'linkedin.first_comment.max_length',
    ],
  ],
  ['an AI disclosure', aDraft({ aiGenerated: true }), ['linkedin.ai_generated.unsupported']],
  ['a first comment of 1,250', aDraft({ firstComment: 'x'.repeat(1250) }), []],
  ['a first comment of 1,251', aDraft({ firstComment: 'x'.repeat(1251) }), ['linkedin.first_comment.max_length']],
  ['a first comment of white space', aDraft({ firstComment: ' \n\u3000' }), ['linkedin.first_comment.blank']],
  ['a cover on a video', aDraft({ media: [{ ...videos(1)[0]!, coverUrl: 'https://cdn.example/c.jpg' }] }), []],
  ['a cover on an image', aDraft({ media: [{ ...images(1)[0]!, coverUrl: 'https://cdn.example/c.jpg' }] }), []],
];

describe('linkedin rules', () => {
  it.each(CASES)('%s', (_what, draft, rules) => {
    expect(checkContent(draft, linkedinRules).map((violation) => violation.rule)).toEqual(rules);
  });

  it('says how long a text is and how long it may be', () => {
    expect(checkContent(aDraft({ content: 'x'.repeat(3001) }), linkedinRules)).toEqual([
      {
        rule: 'linkedin.text.max_length',
        path: 'content',
        message: 'A LinkedIn text is at most 3,000 characters; this one has 3,001.',
        limit: 3000,
        actual: 3001,
      },
    ]);
  });

  it('says how many images there are and how many there may be', () => {
    expect(checkContent(aDraft({ media: images(11) }), linkedinRules)).toEqual([
      {
        rule: 'linkedin.images.max_count',
        path: 'mediaItems',
        message: 'A LinkedIn post takes at most 10 images; this one has 11.',
        limit: 10,
        actual: 11,
      },
    ]);
  });

  it('refuses thumbOffsetMs, also 0 and on an image, and says to use coverUrl', () => {
    const media = [{ ...images(1)[0]!, thumbOffsetMs: 0 }, images(1)[0]!, { ...images(1)[0]!, thumbOffsetMs: 500 }];
    const message = 'LinkedIn cannot take a cover from a moment of the video. Use coverUrl with an image instead.';
    expect(checkContent(aDraft({ media }), linkedinRules)).toEqual([
      { rule: 'linkedin.thumb_offset.unsupported', path: 'mediaItems[0].thumbOffsetMs', message },
      { rule: 'linkedin.thumb_offset.unsupported', path: 'mediaItems[2].thumbOffsetMs', message },
    ]);
  });

  it('names every rule once and reports under that name', () => {
    const names = linkedinRules.rules.map((rule) => rule.name);
    expect(new Set(names).size).toBe(names.length);
    const everything = CASES.map(([, draft]) => draft);
    const thumb = aDraft({ media: [{ ...videos(1)[0]!, thumbOffsetMs: 1 }] });
    for (const rule of linkedinRules.rules) {
      const violations = [...everything, thumb].flatMap((draft) => rule.check(draft));
      expect(violations.length, rule.name).toBeGreaterThan(0);
      expect(new Set(violations.map((violation) => violation.rule)), rule.name).toEqual(new Set([rule.name]));
    }
  });

  it('warns of every field that has no effect', () => {
    const media = [
      {
        type: 'image' as const,
        url: 'https://cdn.example/a.jpg',
        altText: 'kept',
        coverUrl: 'https://cdn.example/c.jpg',
      },
      {
        type: 'video' as const,
        url: 'https://cdn.example/a.mp4',
        altText: 'lost',
        coverUrl: 'https://cdn.example/c.jpg',
      },
    ];
    expect(linkedinRules.warnings(aDraft({ media, spaceSlug: 'news' }))).toEqual([
      { path: 'mediaItems[0].coverUrl', message: 'A cover belongs to a video; it is ignored on an image.' },
      { path: 'mediaItems[1].altText', message: 'LinkedIn takes alternative text on images only.' },
      { path: 'spaceSlug', message: 'Spaces exist on hub accounts only; it is ignored on LinkedIn.' },
    ]);
  });

  it('warns of nothing that has an effect', () => {
    const media = [{ type: 'image' as const, url: 'https://cdn.example/a.jpg', altText: 'kept' }];
    expect(linkedinRules.warnings(aDraft({ media, firstComment: 'Links' }))).toEqual([]);
  });

  it('costs one unit, with and without a link', () => {
    expect(linkedinRules.units(aDraft())).toBe(1);
    expect(linkedinRules.units(aDraft({ content: 'https://example.com', media: images(10) }))).toBe(1);
  });

  it('prints its limits', () => {
    expect(linkedinRules.limits).toEqual({
      text: { max: 3000, countedAs: 'utf16', textOnly: true },
      media: { max: 10, maxImages: 10, maxVideos: 1, mixed: false, optional: true },
      supports: {
        firstComment: true,
        repost: false,
        aiGenerated: false,
        altText: true,
        coverUrl: true,
        thumbOffsetMs: false,
        spaces: false,
      },
      firstComment: { max: 1250 },
    });
  });
});
