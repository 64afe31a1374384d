import { checkContent, type Draft, takesComment } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { instagramRules } from '../src/rules.ts';
import { draft, image, video } from './draft.ts';

const broken = (more: Partial<Draft>) =>
  checkContent(draft(more), instagramRules).map(({ rule, path, limit, actual }) => ({ rule, path, limit, actual }));

const times = (n: number, make: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => make(i)).join(' ');
const images = (n: number) => Array.from({ length: n }, () => image());

/**
 * `content-rule-cases.ts` of the API suite breaks each rule at its limit; here is what it leaves
 * open.
 */
describe('instagramRules', () => {
  it.each([
    ['a mixed carousel', { media: [image(), video()] }],
    ['ten items', { media: images(10) }],
    ['31 addresses with a fragment', { content: times(31, (i) => `https://a.example/#p${i}`) }],
    ['31 entities', { content: times(31, () => '&#39;') }],
    ['21 e-mail addresses', { content: times(21, (i) => `a${i}@b.example`) }],
  ] as const)('accept %s', (_, more) => {
    expect(broken(more)).toEqual([]);
  });

  it.each([
    [
      'eleven items',
      { media: images(11) },
      { rule: 'instagram.carousel.max_items', path: 'mediaItems', limit: 10, actual: 11 },
    ],
    [
      '31 hashtags in one run, in any script',
      { content: '#日本'.repeat(31) },
      { rule: 'instagram.caption.max_hashtags', path: 'content', limit: 30, actual: 31 },
    ],
    [
      '21 mentions',
      { content: times(21, (i) => `(@user_${i})`) },
      { rule: 'instagram.caption.max_mentions', path: 'content', limit: 20, actual: 21 },
    ],
  ] as const)('refuse %s', (_, more, violation) => {
    expect(broken(more)).toEqual([violation]);
  });

  it('say by how much a text is too long', () => {
    expect(checkContent(draft({ content: 'a'.repeat(2210) }), instagramRules).map(({ message }) => message)).toEqual([
      'An Instagram caption is at most 2200 characters, this one has 2210: shorten it by 10.',
    ]);
  });
});

describe('options on instagram', () => {
  const broken = (more: Partial<Draft>) =>
    checkContent(draft(more), instagramRules).map(({ rule, path }) => `${rule} at ${path}`);

  it.each([
    ['a story of two pictures', { media: [image(), image()], options: { instagram: { format: 'story' } } }],
    ['a reel of a picture', { options: { instagram: { format: 'reel' } } }],
    ['a trial reel of two videos', { media: [video(), video()], options: { instagram: { format: 'trial_reel' } } }],
  ] as const)('refuse %s', (_, more) => {
    expect(broken(more)).toEqual(['instagram.format.media at instagram.format']);
  });

  it('refuse a tag without a place on a picture of the feed, one on a video of a carousel and one on no item', () => {
    const tagged = (userTags: { username: string; x?: number; y?: number; mediaIndex?: number }[]) => ({
      options: { instagram: { userTags } },
    });
    expect(
      broken(
        tagged([
          { username: 'ada', x: 0, y: 0 },
          { username: 'bo', x: 0 },
        ]),
      ),
    ).toEqual(['instagram.user_tags.place at instagram.userTags[1]']);
    expect(broken(tagged([{ username: 'ada', x: 0, y: 0, mediaIndex: 1 }]))).toEqual([
      'instagram.user_tags.place at instagram.userTags[0]',
    ]);
    expect(broken({ media: [video(), image()], ...tagged([{ username: 'ada' }]) })).toEqual([
      'instagram.user_tags.place at instagram.userTags[0]',
    ]);
    expect(broken({ media: [video()], ...tagged([{ username: 'ada' }]) })).toEqual([]);
    expect(broken({ options: { instagram: { format: 'story', userTags: [{ username: 'ada' }] } } })).toEqual([]);
  });

  it('post no first comment below a story', () => {
    const story = draft({ firstComment: 'First', options: { instagram: { format: 'story' } } });
    expect([takesComment(story, instagramRules), takesComment(draft(), instagramRules)]).toEqual([false, true]);
  });
});

describe('warnings on instagram', () => {
  const paths = (more: Partial<Draft>) => instagramRules.warnings(draft(more)).map((warning) => warning.path);
  const coverUrl = 'https://cdn.example/c.jpg';

  it.each<[string, Partial<Draft>]>([
    ['a described image', { media: [image({ altText: 'A red bicycle' })] }],
    ['a cover on a single video', { media: [video({ coverUrl })] }],
    ['an offset on a single video', { media: [video({ thumbOffsetMs: 0 })] }],
    ['no label', { options: { instagram: { paidPartnership: false } } }],
    [
      'what belongs to a trial reel',
      {
        media: [video()],
        options: { instagram: { format: 'trial_reel', audioName: 'Rain', trialGraduation: 'performance' } },
      },
    ],
  ])('are not given for %s', (_, more) => {
    expect(paths(more)).toEqual([]);
  });

  it.each<[string, Partial<Draft>, string[]]>([
    ['a described video', { media: [video({ altText: 'A race' })] }, ['mediaItems[0].altText']],
    ['a cover on an image', { media: [image({ coverUrl })] }, ['mediaItems[0].coverUrl']],
    ['a cover in a carousel', { media: [image(), video({ coverUrl })] }, ['mediaItems[1].coverUrl']],
    ['an offset on an image', { media: [image({ thumbOffsetMs: 5 })] }, ['mediaItems[0].thumbOffsetMs']],
    ['an offset in a carousel', { media: [image(), video({ thumbOffsetMs: 5 })] }, ['mediaItems[1].thumbOffsetMs']],
    ['an offset beside a cover', { media: [video({ coverUrl, thumbOffsetMs: 5 })] }, ['mediaItems[0].thumbOffsetMs']],
    ['a space', { spaceSlug: 'news' }, ['spaceSlug']],
    [
      'what a story has not',
      {
        firstComment: 'First',
        media: [image({ altText: 'A red bicycle' })],
        options: { locationId: '7640348500', instagram: { format: 'story', collaborators: ['ada'] } },
      },
      ['mediaItems[0].altText', 'content', 'firstComment', 'locationId', 'instagram.collaborators'],
    ],
    [
      'a label that is documented for another sign-in',
      { options: { instagram: { paidPartnership: true } } },
      ['instagram.paidPartnership'],
    ],
    [
      'places of tags on a reel',
      { media: [video()], options: { instagram: { userTags: [{ username: 'ada' }, { username: 'bo', x: 0, y: 1 }] } } },
      ['instagram.userTags[1]'],
    ],
    [
      'half a place of a tag on a story',
      {
        content: '',
        options: {
          instagram: {
            format: 'story',
            userTags: [
              { username: 'ada', x: 0 },
              { username: 'bo', y: 1 },
              { username: 'cy', x: 0, y: 1 },
            ],
          },
        },
      },
      ['instagram.userTags[0]', 'instagram.userTags[1]'],
    ],
    [
      'what belongs to a reel, on an image',
      { options: { instagram: { shareToFeed: true, audioName: 'Rain', trialGraduation: 'manual' } } },
      ['instagram.shareToFeed', 'instagram.audioName', 'instagram.trialGraduation'],
    ],
  ])('name %s', (_, more, expected) => {
    expect(paths(more)).toEqual(expected);
    expect(checkContent(draft(more), instagramRules)).toEqual([]);
  });
});
