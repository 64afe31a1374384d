import { checkContent, type Draft, judgeOptions } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { linkedinRules } from '../src/rules.ts';
import { aDraft, documents, images, videos } from './a-draft.ts';

/**
 * [what, draft, rules broken]. `content-rule-cases.ts` of the API suite breaks each rule at its
 * limit.
 */
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
  ['a document beside an image', aDraft({ media: [...images(1), ...documents(1)] }), ['linkedin.media.mixed']],
  ['two documents', aDraft({ media: documents(2) }), ['linkedin.documents.max_count']],
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
        title: 'lost',
      },
      { ...documents(1)[0]!, altText: 'lost', coverUrl: 'https://cdn.example/c.jpg', title: 'kept' },
    ];
    expect(linkedinRules.warnings(aDraft({ media, spaceSlug: 'news' }))).toEqual([
      { path: 'mediaItems[1].title', message: 'A title belongs to a document; it is ignored here.' },
      { path: 'mediaItems[0].coverUrl', message: 'A cover belongs to a video; it is ignored on an image.' },
      { path: 'mediaItems[1].altText', message: 'LinkedIn takes alternative text on images only.' },
      {
        path: 'mediaItems[2].coverUrl',
        message: 'A cover belongs to a video; LinkedIn shows the first page of a document.',
      },
      { path: 'mediaItems[2].altText', message: 'LinkedIn takes alternative text on images only.' },
      { path: 'spaceSlug', message: 'Spaces exist on hub accounts only; it is ignored on LinkedIn.' },
    ]);
  });

  it.each([
    ['without a question', { question: undefined }, 'poll.question'],
    ['with a question of 141 characters', { question: 'q'.repeat(141) }, 'poll.question'],
    ['with an option of 31 characters', { options: ['Yes', 'n'.repeat(31)] }, 'poll.options[1]'],
    ['with one option', { options: ['Yes'] }, 'poll.options'],
    ['of an hour', { durationMinutes: 60 }, 'poll.durationMinutes'],
    ['of two days', { durationMinutes: 2_880 }, 'poll.durationMinutes'],
  ])('takes no poll %s', (_, more, path) => {
    const poll = { question: 'q'.repeat(140), options: ['Yes', 'n'.repeat(30)], durationMinutes: 20_160 };
    expect(judgeOptions({ poll }, linkedinRules)).toEqual({
      options: { poll },
      violations: [],
      unknown: [],
      warnings: [],
    });
    const { violations } = judgeOptions({ poll: { ...poll, ...more } }, linkedinRules);
    expect(violations).toMatchObject([{ rule: 'linkedin.poll.invalid', path }]);
  });

  it.each([
    ['urn:li:share:7141', []],
    ['urn:li:ugcPost:7141', []],
    ['urn:li:activity:7141', ['linkedin.quote_post_id.invalid']],
    ['https://www.linkedin.com/feed/update/urn:li:share:7141', ['linkedin.quote_post_id.invalid']],
  ])('takes %s as a post to reshare: %j', (quotePostId, rules) => {
    expect(judgeOptions({ quotePostId }, linkedinRules).violations.map(({ rule }) => rule)).toEqual(rules);
  });

  it.each([
    ['media', aDraft({ media: images(1) })],
    ['a poll', aDraft({ options: { poll: { question: 'Ready?', options: ['Yes', 'No'] } } })],
  ])('refuses %s beside a reshare', (_, draft) => {
    const reshare = { ...draft, options: { ...draft.options, quotePostId: 'urn:li:share:7141' } };
    expect(checkContent(reshare, linkedinRules)).toMatchObject([
      { rule: 'linkedin.quote_post_id.exclusive', path: 'quotePostId' },
    ]);
  });

  it('takes subtitles in one language, for a video', () => {
    const file = (language: string) => ({ url: 'https://cdn.example/a.srt', language });
    expect(judgeOptions({ captions: [{ ...file('en'), name: 'English' }] }, linkedinRules)).toEqual({
      options: { captions: [file('en')] },
      violations: [],
      unknown: [],
      warnings: [{ path: 'captions[0].name', message: 'captions[0].name "English" has no effect on linkedin.' }],
    });
    expect(judgeOptions({ captions: [file('en'), file('de')] }, linkedinRules).violations).toMatchObject([
      { rule: 'linkedin.captions.invalid', path: 'captions' },
    ]);
    const options = { captions: [file('en')] };
    expect(linkedinRules.warnings(aDraft({ options, media: videos(1) }))).toEqual([]);
    expect(linkedinRules.warnings(aDraft({ options, media: images(1) }))).toEqual([
      { path: 'captions', message: 'The post has no video: captions have no effect.' },
    ]);
  });

  it('makes no card beside a poll or a reshare', () => {
    const content = 'See https://a.example';
    expect(linkedinRules.linkCard?.(aDraft({ content }))).toBe('https://a.example');
    const options = { poll: { question: 'Ready?', options: ['Yes', 'No'] } };
    expect(linkedinRules.linkCard?.(aDraft({ content, options }))).toBeNull();
    expect(linkedinRules.linkCard?.(aDraft({ content, options: { quotePostId: 'urn:li:share:1' } }))).toBeNull();
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
