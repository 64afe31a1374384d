import { checkContent, type Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { linkedinRules } from '../src/rules.ts';
import { aDraft, images, videos } from './a-draft.ts';

/** [what, draft, rules broken]. `content-rule-cases.ts` of the API suite breaks each rule at its limit. */
const CASES: readonly (readonly [what: string, draft: Draft, rules: readonly string[]])[] = [
  ['3,000 characters that all need escaping', aDraft({ content: '#'.repeat(3000) }), []],
  ['1,500 emoji of two code units', aDraft({ content: '😀'.repeat(1500) }), []],
  ['1,501 emoji of two code units', aDraft({ content: '😀'.repeat(1501) }), ['linkedin.text.max_length']],
  ['white space alone', aDraft({ content: ' \n ' }), ['linkedin.content.empty']],
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
  ['a cover on an image', aDraft({ media: [{ ...images(1)[0]!, coverUrl: 'https://cdn.example/c.jpg' }] }), []],
];

describe('linkedin rules', () => {
  it.each(CASES)('%s', (_what, draft, rules) => {
    expect(checkContent(draft, linkedinRules).map((violation) => violation.rule)).toEqual(rules);
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

  it('warns that a page has no connections to show a post to', () => {
    const draft = aDraft({ options: { linkedin: { visibility: 'connections' } } });
    expect(linkedinRules.warnings(draft, { platformUserId: 'organization:2414183' })).toEqual([
      { path: 'linkedin.visibility', message: 'A page has no connections: its post is public.' },
    ]);
    for (const author of [{ platformUserId: '782bbtaQ' }, undefined])
      expect(linkedinRules.warnings(draft, author)).toEqual([]);
  });

  it('warns of nothing that has an effect', () => {
    const media = [{ type: 'image' as const, url: 'https://cdn.example/a.jpg', altText: 'kept' }];
    expect(linkedinRules.warnings(aDraft({ media, firstComment: 'Links' }))).toEqual([]);
  });
});
