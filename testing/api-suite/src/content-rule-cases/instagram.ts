import type { ContentRuleCase } from './content-rule-case.ts';
import { document, image, times, video, withImage } from './parts.ts';

/** Rules of Instagram. */
export const INSTAGRAM_CASES: readonly ContentRuleCase[] = [
  {
    rule: 'instagram.media.required',
    breaks: { content: 'Words alone.' },
    keeps: withImage('Words alone.'),
    path: 'mediaItems',
    limit: 1,
    actual: 0,
  },
  {
    rule: 'instagram.caption.max_length',
    breaks: withImage('a'.repeat(2201)),
    keeps: withImage('a'.repeat(2200)),
    path: 'content',
    limit: 2200,
    actual: 2201,
  },
  {
    rule: 'instagram.caption.max_hashtags',
    breaks: withImage(times(31, (at) => `#tag${at}`)),
    keeps: withImage(times(30, (at) => `#tag${at}`)),
    path: 'content',
    limit: 30,
    actual: 31,
  },
  {
    rule: 'instagram.caption.max_mentions',
    breaks: withImage(times(21, (at) => `@person${at}`)),
    keeps: withImage(times(20, (at) => `@person${at}`)),
    path: 'content',
    limit: 20,
    actual: 21,
  },
  {
    rule: 'instagram.first_comment.blank',
    breaks: { ...withImage(''), firstComment: ' \n\u3000' },
    keeps: { ...withImage(''), firstComment: ' \na' },
    path: 'firstComment',
  },
  {
    rule: 'instagram.first_comment.max_length',
    breaks: { ...withImage(''), firstComment: 'a'.repeat(2201) },
    keeps: { ...withImage(''), firstComment: 'a'.repeat(2200) },
    path: 'firstComment',
    limit: 2200,
    actual: 2201,
  },
  {
    rule: 'instagram.media.no_document',
    breaks: { mediaItems: [document()] },
    keeps: withImage(''),
    path: 'mediaItems',
  },
  {
    rule: 'instagram.format.media',
    breaks: { mediaItems: [image(), image()], instagram: { format: 'story' } },
    keeps: { mediaItems: [image()], instagram: { format: 'story' } },
    path: 'instagram.format',
  },
  {
    rule: 'instagram.user_tags.place',
    breaks: { mediaItems: [image()], instagram: { userTags: [{ username: 'ada', x: 0.5 }] } },
    keeps: { mediaItems: [image()], instagram: { userTags: [{ username: 'ada', x: 0.5, y: 1 }] } },
    path: 'instagram.userTags[0]',
  },
  ...(
    [
      ['location_id', { locationId: 'Harbour' }, { locationId: '7640348500' }, 'locationId'],
      ['format', { instagram: { format: 'igtv' } }, { instagram: { format: 'feed' } }, 'instagram.format'],
      [
        'collaborators',
        { instagram: { collaborators: ['@ada'] } },
        { instagram: { collaborators: ['ada'] } },
        'instagram.collaborators[0]',
      ],
      [
        'user_tags',
        { instagram: { userTags: [{ username: 'ada', x: 2, y: 0 }] } },
        { instagram: { userTags: [{ username: 'ada', x: 1, y: 0 }] } },
        'instagram.userTags[0].x',
      ],
      [
        'share_to_feed',
        { instagram: { shareToFeed: 'no' } },
        { mediaItems: [video()], instagram: { shareToFeed: false } },
        'instagram.shareToFeed',
      ],
      [
        'paid_partnership',
        { instagram: { paidPartnership: 'yes' } },
        { instagram: { paidPartnership: false } },
        'instagram.paidPartnership',
      ],
      [
        'audio_name',
        { instagram: { audioName: '' } },
        { mediaItems: [video()], instagram: { audioName: 'Rain' } },
        'instagram.audioName',
      ],
      [
        'trial_graduation',
        { instagram: { trialGraduation: 'never' } },
        { mediaItems: [video()], instagram: { format: 'trial_reel', trialGraduation: 'manual' } },
        'instagram.trialGraduation',
      ],
    ] as const
  ).map(
    ([subject, broken, kept, path]): ContentRuleCase => ({
      rule: `instagram.${subject}.invalid`,
      breaks: { mediaItems: [image()], ...(broken as object) },
      keeps: { mediaItems: [image()], ...(kept as object) },
      path,
    }),
  ),
];
