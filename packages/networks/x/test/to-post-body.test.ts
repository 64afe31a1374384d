import { expect, test } from 'vitest';
import { toPostBody } from '../src/to-post-body.ts';
import { aDraft } from './a-draft.ts';

test.each([
  ['text alone', aDraft({ content: 'Hi' }), [], { text: 'Hi' }],
  ['text and media', aDraft({ content: 'Hi' }), ['1', '2'], { text: 'Hi', media: { media_ids: ['1', '2'] } }],
  ['media alone', aDraft({ content: '' }), ['1'], { media: { media_ids: ['1'] } }],
  ['a blank text beside media', aDraft({ content: ' \n' }), ['1'], { media: { media_ids: ['1'] } }],
  ['an AI disclosure', aDraft({ aiGenerated: true }), [], { text: 'Release day', made_with_ai: true }],
  [
    'a poll, which lasts a day',
    aDraft({ options: { poll: { options: ['Yes', 'No'] } } }),
    [],
    { text: 'Release day', poll: { options: ['Yes', 'No'], duration_minutes: 1440 } },
  ],
  [
    'a poll of an hour',
    aDraft({ options: { poll: { options: ['A', 'B', 'C'], durationMinutes: 60 } } }),
    [],
    { text: 'Release day', poll: { options: ['A', 'B', 'C'], duration_minutes: 60 } },
  ],
  ...(
    [
      ['everyone', {}],
      ['following', { reply_settings: 'following' }],
      ['mentioned', { reply_settings: 'mentionedUsers' }],
      ['subscribers', { reply_settings: 'subscribers' }],
      ['verified', { reply_settings: 'verified' }],
    ] as const
  ).map(
    ([replyControl, settings]) =>
      [
        `replies of ${replyControl}`,
        aDraft({ options: { replyControl } }),
        [],
        { text: 'Release day', ...settings },
      ] as [string, ReturnType<typeof aDraft>, string[], object],
  ),
  [
    'a post to a community, which followers see too',
    aDraft({ options: { x: { communityId: '1493446837214187523', shareWithFollowers: true } } }),
    [],
    { text: 'Release day', community_id: '1493446837214187523', share_with_followers: true },
  ],
  [
    'followers without a community',
    aDraft({ options: { x: { shareWithFollowers: true } } }),
    [],
    { text: 'Release day' },
  ],
  [
    'a paid partnership with tagged accounts',
    aDraft({ options: { x: { paidPartnership: true, taggedUserIds: ['2244994945'], sensitiveMedia: ['other'] } } }),
    ['1'],
    {
      text: 'Release day',
      media: { media_ids: ['1'], tagged_user_ids: ['2244994945'] },
      paid_partnership: true,
    },
  ],
  ['no paid partnership', aDraft({ options: { x: { paidPartnership: false } } }), [], { text: 'Release day' }],
  ['the text unchanged', aDraft({ content: ' e\u0301 \n' }), [], { text: ' e\u0301 \n' }],
  ['nothing that X does not know', aDraft({ firstComment: 'First', spaceSlug: 'news' }), [], { text: 'Release day' }],
])('%s', (_, draft, mediaIds, body) => {
  expect(toPostBody(draft, mediaIds)).toEqual(body);
});
