import type { TargetOptions } from '@fanfare/contract';

type Part = TargetOptions & {
  readonly content?: string;
  readonly mediaItems?: readonly Readonly<Record<string, unknown>>[];
  readonly firstComment?: string;
  readonly aiGenerated?: boolean;
};

/** A rule of a platform, and how a request breaks it. */
export type ContentRuleCase = {
  readonly rule: string;
  /** A target that breaks this rule and no other. */
  readonly breaks: Part;
  /** The nearest one that does not. All of it has an effect. */
  readonly keeps: Part;
  /** The path within the target. */
  readonly path: string;
  readonly limit?: number;
  readonly actual?: number;
  /** The field that the nearest one is warned of. */
  readonly warned?: string;
};

const image = (more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'image',
  url: 'https://cdn.example.com/a.jpg',
  ...more,
});
const video = (more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'video',
  url: 'https://cdn.example.com/a.mp4',
  ...more,
});
const document = (more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'document',
  url: 'https://cdn.example.com/a.pdf',
  ...more,
});
const caption = (language: string) => ({ url: 'https://cdn.example.com/a.srt', language });
const times = (count: number, word: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => word(at)).join(' ');
const withImage = (content: string): Part => ({ content, mediaItems: [image()] });

/** Rules of each platform but `…carousel.max_items`, `linkedin.images.max_count` and `hub.media.max_images`: no request may hold more than their 10 items. */
export const CONTENT_RULE_CASES: readonly ContentRuleCase[] = [
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
    rule: 'threads.media.no_document',
    breaks: { content: 'a', mediaItems: [document()] },
    keeps: withImage('a'),
    path: 'mediaItems',
  },
  {
    rule: 'x.media.no_document',
    breaks: { content: 'a', mediaItems: [document()] },
    keeps: withImage('a'),
    path: 'mediaItems',
  },
  {
    rule: 'linkedin.documents.max_count',
    breaks: { mediaItems: [document(), document({ title: 'Another' })] },
    keeps: { mediaItems: [document({ title: 'a'.repeat(400) })] },
    path: 'mediaItems',
    limit: 1,
    actual: 2,
  },
  {
    rule: 'hub.media.no_document',
    breaks: { content: 'a', mediaItems: [document()] },
    keeps: withImage('a'),
    path: 'mediaItems',
  },
  {
    rule: 'threads.text.required',
    breaks: { content: '' },
    keeps: { content: 'a' },
    path: 'content',
    limit: 1,
    actual: 0,
  },
  {
    rule: 'threads.text.max_length',
    // An emoji counts as its four bytes.
    breaks: { content: `${'a'.repeat(497)}🌊` },
    keeps: { content: `${'a'.repeat(496)}🌊` },
    path: 'content',
    limit: 500,
    actual: 501,
  },
  {
    rule: 'threads.text.max_links',
    breaks: { content: times(6, (at) => `https://example.com/${at}`) },
    keeps: { content: `${times(5, (at) => `https://example.com/${at}`)} https://example.com/0` },
    path: 'content',
    limit: 5,
    actual: 6,
  },
  {
    rule: 'threads.ai_generated.unsupported',
    breaks: { content: 'Made.', aiGenerated: true },
    keeps: { content: 'Made.', aiGenerated: false },
    path: 'aiGenerated',
  },
  {
    rule: 'threads.first_comment.blank',
    breaks: { content: 'a', firstComment: ' \n\u3000' },
    keeps: { content: 'a', firstComment: ' \na' },
    path: 'firstComment',
  },
  {
    rule: 'threads.first_comment.max_length',
    breaks: { content: 'a', firstComment: 'a'.repeat(501) },
    keeps: { content: 'a', firstComment: 'a'.repeat(500) },
    path: 'firstComment',
    limit: 500,
    actual: 501,
  },
  {
    rule: 'threads.poll.exclusive',
    breaks: { ...withImage('a'), poll: { options: ['Yes', 'No'] } },
    keeps: { content: 'a', poll: { options: ['Yes', 'No'] } },
    path: 'poll',
  },
  {
    rule: 'threads.poll.invalid',
    breaks: { content: 'a', poll: { options: ['Yes', 'N'.repeat(26)] } },
    keeps: { content: 'a', poll: { options: ['Yes', 'N'.repeat(25)] } },
    path: 'poll.options[1]',
  },
  {
    rule: 'threads.reply_control.invalid',
    breaks: { content: 'a', replyControl: 'friends' as never },
    keeps: { content: 'a', replyControl: 'following' },
    path: 'replyControl',
  },
  {
    rule: 'threads.quote_post_id.invalid',
    breaks: { content: 'a', quotePostId: 'https://www.threads.com/@ada/post/D1' },
    keeps: { content: 'a', quotePostId: '18163085524434927' },
    path: 'quotePostId',
  },
  {
    rule: 'threads.gif_id.exclusive',
    breaks: { ...withImage('a'), threads: { gifId: 'abc' } },
    keeps: { content: 'a', threads: { gifId: 'abc' } },
    path: 'threads.gifId',
  },
  {
    rule: 'threads.link_attachment.exclusive',
    breaks: { ...withImage('a'), threads: { linkAttachment: 'https://example.com/a' } },
    keeps: { content: 'a', threads: { linkAttachment: 'https://example.com/a' } },
    path: 'threads.linkAttachment',
  },
  {
    rule: 'threads.ghost.exclusive',
    breaks: { content: 'a', threads: { ghost: true, topicTag: 'a' } },
    keeps: { content: 'a', threads: { ghost: false, topicTag: 'a' } },
    path: 'threads.ghost',
  },
  {
    rule: 'threads.topic_tag.invalid',
    breaks: { content: 'a', threads: { topicTag: 'a.b' } },
    keeps: { content: 'a', threads: { topicTag: 'a b' } },
    path: 'threads.topicTag',
  },
  {
    rule: 'threads.spoiler_media.invalid',
    breaks: { ...withImage('a'), threads: { spoilerMedia: 'yes' as never } },
    keeps: { ...withImage('a'), threads: { spoilerMedia: true } },
    path: 'threads.spoilerMedia',
  },
  {
    rule: 'threads.ghost.invalid',
    breaks: { content: 'a', threads: { ghost: 1 as never } },
    keeps: { content: 'a', threads: { ghost: true } },
    path: 'threads.ghost',
  },
  {
    rule: 'threads.gif_id.invalid',
    breaks: { content: 'a', threads: { gifId: 'a'.repeat(65) } },
    keeps: { content: 'a', threads: { gifId: 'a'.repeat(64) } },
    path: 'threads.gifId',
  },
  {
    rule: 'threads.link_attachment.invalid',
    breaks: { content: 'a', threads: { linkAttachment: 'example.com' } },
    keeps: { content: 'a', threads: { linkAttachment: 'https://example.com' } },
    path: 'threads.linkAttachment',
  },
  {
    rule: 'threads.text_attachment.exclusive',
    breaks: { ...withImage('a'), threads: { textAttachment: { content: 'Long' } } },
    keeps: { content: 'a', threads: { textAttachment: { content: 'Long' } } },
    path: 'threads.textAttachment',
  },
  {
    rule: 'threads.text_attachment.invalid',
    breaks: { content: 'a', threads: { textAttachment: { content: 'a'.repeat(10_001) } } },
    keeps: { content: 'a', threads: { textAttachment: { content: 'a'.repeat(10_000), link: 'https://example.com' } } },
    path: 'threads.textAttachment.content',
  },
  {
    rule: 'threads.text_attachment.styled',
    breaks: {
      content: 'a',
      threads: { textAttachment: { content: 'Long', styled: [{ part: 'long', styles: ['bold'] }] } },
    },
    keeps: {
      content: 'a',
      threads: { textAttachment: { content: 'Long', styled: [{ part: 'Long', styles: ['bold'] }] } },
    },
    path: 'threads.textAttachment.styled[0].part',
  },
  {
    rule: 'threads.spoilers.invalid',
    breaks: { content: 'Ada did it', threads: { spoilers: [] } },
    keeps: { content: 'Ada did it', threads: { spoilers: ['Ada'] } },
    path: 'threads.spoilers',
  },
  {
    rule: 'threads.spoilers.not_in_text',
    breaks: { content: 'Ada did it', threads: { spoilers: ['Ada', 'Ben'] } },
    keeps: { content: 'Ada did it', threads: { spoilers: ['Ada', 'it'] } },
    path: 'threads.spoilers[1]',
  },
  {
    rule: 'threads.spoilers.max_places',
    breaks: { content: 'a'.repeat(11), threads: { spoilers: ['a'] } },
    keeps: { content: 'a'.repeat(10), threads: { spoilers: ['a'] } },
    path: 'threads.spoilers',
    limit: 10,
    actual: 11,
  },
  {
    rule: 'threads.allowed_countries.invalid',
    breaks: { content: 'a', threads: { allowedCountries: ['DE', 'at'] } },
    keeps: { content: 'a', threads: { allowedCountries: ['DE', 'AT'] } },
    path: 'threads.allowedCountries[1]',
  },
  {
    rule: 'threads.reply_approvals.invalid',
    breaks: { content: 'a', threads: { replyApprovals: 'yes' as never } },
    keeps: { content: 'a', threads: { replyApprovals: true } },
    path: 'threads.replyApprovals',
  },
  {
    rule: 'threads.options.unknown',
    breaks: { content: 'a', threads: { topic: 'a' } as never },
    keeps: { content: 'a', threads: {} },
    path: 'threads.topic',
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
    rule: 'x.options.unknown',
    breaks: { content: 'a', x: { community: '1' } as never },
    keeps: { content: 'a', x: {} },
    path: 'x.community',
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
  { rule: 'linkedin.content.empty', breaks: { content: '' }, keeps: { mediaItems: [image()] }, path: 'content' },
  {
    rule: 'linkedin.text.max_length',
    breaks: { content: 'a'.repeat(3001) },
    keeps: { content: 'a'.repeat(3000) },
    path: 'content',
    limit: 3000,
    actual: 3001,
  },
  {
    rule: 'linkedin.videos.max_count',
    breaks: { mediaItems: [video(), video()] },
    keeps: { mediaItems: [video()] },
    path: 'mediaItems',
    limit: 1,
    actual: 2,
  },
  {
    rule: 'linkedin.media.mixed',
    breaks: { mediaItems: [video(), image()] },
    keeps: { mediaItems: Array.from({ length: 10 }, () => image()) },
    path: 'mediaItems',
  },
  {
    rule: 'linkedin.poll.exclusive',
    breaks: { ...withImage('a'), poll: { question: 'Ready?', options: ['Yes', 'No'] } },
    keeps: { content: 'a', poll: { question: 'Ready?', options: ['Yes', 'No'] } },
    path: 'poll',
  },
  {
    rule: 'linkedin.poll.invalid',
    breaks: { content: 'a', poll: { options: ['Yes', 'No'] } },
    keeps: { content: 'a', poll: { question: 'Ready?', options: ['Yes', 'N'.repeat(30)], durationMinutes: 4_320 } },
    path: 'poll.question',
  },
  {
    rule: 'linkedin.thumb_offset.unsupported',
    breaks: { mediaItems: [video({ thumbOffsetMs: 0 })] },
    keeps: { mediaItems: [video({ coverUrl: 'https://cdn.example.com/cover.jpg' })] },
    path: 'mediaItems[0].thumbOffsetMs',
  },
  {
    rule: 'linkedin.ai_generated.unsupported',
    breaks: { content: 'Made.', aiGenerated: true },
    keeps: { content: 'Made.', aiGenerated: false },
    path: 'aiGenerated',
  },
  {
    rule: 'linkedin.first_comment.blank',
    breaks: { content: 'a', firstComment: ' \n\u3000' },
    keeps: { content: 'a', firstComment: ' \na' },
    path: 'firstComment',
  },
  {
    rule: 'linkedin.first_comment.max_length',
    breaks: { content: 'a', firstComment: 'a'.repeat(1251) },
    keeps: { content: 'a', firstComment: 'a'.repeat(1250) },
    path: 'firstComment',
    limit: 1250,
    actual: 1251,
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
      ['location_id', { locationId: '' }, { locationId: '7640348500' }, 'locationId'],
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
  {
    rule: 'instagram.options.unknown',
    breaks: { mediaItems: [image()], instagram: { formats: 'story' } as never },
    keeps: { mediaItems: [image()], instagram: {} },
    path: 'instagram.formats',
  },
  {
    rule: 'linkedin.link.invalid',
    breaks: { content: 'a', link: 'always' as never },
    keeps: { content: 'a', link: 'auto' },
    path: 'link',
  },
  {
    rule: 'linkedin.captions.invalid',
    breaks: { content: 'a', mediaItems: [video()], captions: [caption('en'), caption('de')] },
    keeps: { content: 'a', mediaItems: [video()], captions: [caption('en')] },
    path: 'captions',
  },
  {
    rule: 'linkedin.quote_post_id.exclusive',
    breaks: { ...withImage('a'), quotePostId: 'urn:li:share:7141' },
    keeps: { content: 'a', quotePostId: 'urn:li:share:7141' },
    path: 'quotePostId',
  },
  {
    rule: 'linkedin.quote_post_id.invalid',
    breaks: { content: 'a', quotePostId: 'urn:li:activity:7141' },
    keeps: { content: 'a', quotePostId: 'urn:li:ugcPost:7141' },
    path: 'quotePostId',
  },
  {
    rule: 'linkedin.visibility.invalid',
    breaks: { content: 'a', linkedin: { visibility: 'friends' as never } },
    keeps: { content: 'a', linkedin: { visibility: 'connections' } },
    path: 'linkedin.visibility',
  },
  {
    rule: 'linkedin.options.unknown',
    breaks: { content: 'a', linkedin: { visible: 'public' } as never },
    keeps: { content: 'a', linkedin: {} },
    path: 'linkedin.visible',
  },
  {
    rule: 'hub.wordpress_featured_image.missing',
    breaks: { ...withImage('a'), wordpress: { featuredImage: 1 } },
    keeps: { ...withImage('a'), wordpress: { featuredImage: 0 } },
    path: 'wordpress.featuredImage',
  },
  ...(
    [
      ['title', { title: '' }, { title: 'a'.repeat(255) }],
      ['excerpt', { excerpt: 'a'.repeat(1_001) }, { excerpt: 'a'.repeat(1_000) }],
      ['categories', { categories: [] }, { categories: ['news'] }],
      ['tags', { tags: Array.from({ length: 21 }, (_, at) => `Tag ${at}`) }, { tags: ['Rye', 'R&D'] }],
      ['featured_image', { featuredImage: 10 }, {}, 'featuredImage'],
      ['status', { status: 'draft' }, { status: 'pending' }],
      ['slug', { slug: 'Rye bread' }, { slug: 'rye-bread-2' }],
    ] as const
  ).map(([name, broken, kept, path = name]) => ({
    rule: `hub.wordpress_${name}.invalid`,
    breaks: { ...withImage('a'), wordpress: broken as never },
    keeps: { ...withImage('a'), wordpress: kept as never },
    path: `wordpress.${path}`,
  })),
  {
    rule: 'hub.wordpress_options.unknown',
    breaks: { content: 'a', wordpress: { titel: 'Rye' } as never },
    keeps: { content: 'a', wordpress: {} },
    path: 'wordpress.titel',
  },
  {
    rule: 'hub.micropub_categories.invalid',
    breaks: { content: 'a', micropub: { categories: [] } },
    keeps: { content: 'a', micropub: { categories: ['Rye'] } },
    path: 'micropub.categories',
  },
  {
    rule: 'hub.micropub_syndicate_to.invalid',
    breaks: { content: 'a', micropub: { syndicateTo: [] } },
    keeps: { content: 'a', micropub: { syndicateTo: ['https://social.example/@ann'] } },
    path: 'micropub.syndicateTo',
  },
  {
    rule: 'hub.micropub_options.unknown',
    breaks: { content: 'a', micropub: { category: ['Rye'] } as never },
    keeps: { content: 'a', micropub: {} },
    path: 'micropub.category',
  },
  { rule: 'hub.content.empty', breaks: { content: ' ' }, keeps: { mediaItems: [image()] }, path: 'content' },
  {
    rule: 'hub.text.max_length',
    // An emoji counts 2, and the API counts it as one character.
    breaks: { content: '🌊'.repeat(5_001) },
    keeps: { content: '🌊'.repeat(5_000) },
    path: 'content',
    limit: 10_000,
    actual: 10_002,
  },
  {
    rule: 'hub.media.no_video',
    breaks: { mediaItems: [image(), video()] },
    keeps: { mediaItems: Array.from({ length: 10 }, () => image()) },
    path: 'mediaItems',
  },
  {
    rule: 'hub.ai_generated.unsupported',
    breaks: { content: 'Made.', aiGenerated: true },
    keeps: { content: 'Made.', aiGenerated: false },
    path: 'aiGenerated',
  },
  ...(['x', 'threads'] as const).flatMap((platform): ContentRuleCase[] => [
    {
      rule: `${platform}.thread.invalid`,
      breaks: { content: 'One.', thread: [{ content: 'One.' }] },
      keeps: { content: 'One.', thread: [{ content: 'One.' }, { content: 'Two.' }] },
      path: 'thread',
    },
    {
      rule: `${platform}.thread.own_content`,
      breaks: { content: 'Another.', thread: [{ content: 'One.' }, { content: 'Two.' }] },
      keeps: { content: 'One.', thread: [{ content: 'One.' }, { content: 'Two.' }] },
      path: 'content',
    },
  ]),
  ...(['instagram', 'threads', 'linkedin'] as const).flatMap((platform): ContentRuleCase[] => [
    {
      rule: `${platform}.first_comments.invalid`,
      breaks: { ...withImage('Post.'), firstComments: [] },
      keeps: { ...withImage('Post.'), firstComments: [{ content: 'More.' }] },
      path: 'firstComments',
    },
    {
      rule: `${platform}.first_comments.repeated`,
      breaks: { ...withImage('Post.'), firstComment: 'More.', firstComments: [{ content: 'More.' }] },
      keeps: { ...withImage('Post.'), firstComment: 'More.', firstComments: [{ content: 'And more.' }] },
      path: 'firstComments[0].content',
    },
  ]),
];
