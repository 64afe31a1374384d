import type { ContentRuleCase } from './content-rule-case.ts';
import { caption, document, image, video, withImage } from './parts.ts';

/** Rules of X. */
export const X_CASES: readonly ContentRuleCase[] = [
  {
    rule: 'x.media.no_document',
    breaks: { content: 'a', mediaItems: [document()] },
    keeps: withImage('a'),
    path: 'mediaItems',
  },
  { rule: 'x.content.empty', breaks: { content: '' }, keeps: { content: 'a' }, path: 'content' },
  {
    rule: 'x.text.max_weighted_length',
    // A link weighs 23, an emoji 2.
    breaks: { content: `${'a'.repeat(254)} https://example.com/${'b'.repeat(200)} 🌊` },
    keeps: { content: `${'a'.repeat(253)} https://example.com/${'b'.repeat(200)} 🌊` },
    // A post with a link costs 65 units.
    warned: 'content',
    path: 'content',
    limit: 280,
    actual: 281,
  },
  {
    rule: 'x.text.invalid_characters',
    breaks: { content: 'a\uFEFFb' },
    keeps: { content: 'ab' },
    path: 'content',
  },
  {
    rule: 'x.text.max_cashtags',
    breaks: { content: 'Look at $ABC and $XYZ.' },
    keeps: { content: 'Look at $ABC and XYZ.' },
    path: 'content',
    limit: 1,
    actual: 2,
  },
  {
    rule: 'x.media.max_images',
    breaks: { mediaItems: Array.from({ length: 5 }, () => image()) },
    keeps: { mediaItems: Array.from({ length: 4 }, () => image()) },
    path: 'mediaItems',
    limit: 4,
    actual: 5,
  },
  {
    rule: 'x.media.max_videos',
    breaks: { mediaItems: [video(), video()] },
    keeps: { mediaItems: [video()] },
    path: 'mediaItems',
    limit: 1,
    actual: 2,
  },
  {
    rule: 'x.media.mixed',
    breaks: { mediaItems: [image(), video()] },
    keeps: { mediaItems: [image(), image()] },
    path: 'mediaItems',
  },
  {
    rule: 'x.poll.exclusive',
    breaks: { ...withImage('a'), poll: { options: ['Yes', 'No'] } },
    keeps: { content: 'a', poll: { options: ['Yes', 'No'] } },
    path: 'poll',
  },
  {
    rule: 'x.poll.invalid',
    breaks: { content: 'a', poll: { options: ['Yes', 'N'.repeat(26)] } },
    keeps: { content: 'a', poll: { options: ['Yes', 'N'.repeat(25)] } },
    path: 'poll.options[1]',
  },
  ...(
    [
      ['community_id', { communityId: 'photographers' }, { communityId: '1493446837214187523' }, 'x.communityId'],
      [
        'share_with_followers',
        { communityId: '1', shareWithFollowers: 'yes' },
        { communityId: '1', shareWithFollowers: true },
        'x.shareWithFollowers',
      ],
      ['paid_partnership', { paidPartnership: 1 }, { paidPartnership: true }, 'x.paidPartnership'],
      ['sensitive_media', { sensitiveMedia: ['spoiler'] }, { sensitiveMedia: ['other'] }, 'x.sensitiveMedia[0]'],
      ['tagged_user_ids', { taggedUserIds: ['@ada'] }, { taggedUserIds: ['2244994945'] }, 'x.taggedUserIds[0]'],
    ] as const
  ).map(([field, breaks, keeps, path]) => ({
    rule: `x.${field}.invalid`,
    breaks: { ...withImage('a'), x: breaks as never },
    keeps: { ...withImage('a'), x: keeps as never },
    path,
  })),
  {
    rule: 'x.tagged_user_ids.media',
    breaks: { content: 'a', x: { taggedUserIds: ['2244994945'] } },
    keeps: { ...withImage('a'), x: { taggedUserIds: ['2244994945'] } },
    path: 'x.taggedUserIds',
  },
  {
    rule: 'x.captions.invalid',
    breaks: { content: 'a', mediaItems: [video()], captions: [caption('en'), caption('en-GB')] },
    keeps: { content: 'a', mediaItems: [video()], captions: [caption('en'), caption('de-AT')] },
    path: 'captions',
  },
  {
    rule: 'x.reply_control.invalid',
    breaks: { content: 'a', replyControl: 'friends' as never },
    keeps: { content: 'a', replyControl: 'following' },
    path: 'replyControl',
  },
];
