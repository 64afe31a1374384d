import type { TargetRequest } from '@fanfare/sdk';

export type Kind = {
  /** Name in a word or two. */
  readonly name: string;
  readonly target: Omit<TargetRequest, 'platform' | 'accountId'>;
  /** Texts that its preview shows. */
  readonly shown: readonly string[];
  /** A text that the network drops. */
  readonly dropped?: string;
};

export const KIND_NETWORKS = ['instagram', 'threads', 'x', 'linkedin', 'wordpress', 'micropub'] as const;
export type KindNetwork = (typeof KIND_NETWORKS)[number];

const LONG = `${'Coffee is a fruit. '.repeat(20)}The end.`;
const ALT = 'A harbour at sunrise';

type Given = {
  /** The address of a file of the sandbox. */
  readonly sample: (name: string) => string;
  /** Ids of posts that can be quoted. */
  readonly quoted: { readonly threads: string; readonly linkedin: string };
};

/** Every kind of content that a network has. */
export function kindsOf({ sample, quoted }: Given): Readonly<Record<KindNetwork, readonly Kind[]>> {
  const image = (name: string) => ({ type: 'image', url: sample(name), altText: ALT }) as const;
  const clip = { type: 'video', url: sample('clip.mp4') } as const;
  const captions = [{ url: sample('clip.srt'), language: 'en' }];
  const pictures = ['harbour.jpg', 'roastery.jpg', 'beans.jpg', 'latte.png'].map(image);
  return {
    instagram: [
      {
        name: 'carousel',
        target: {
          content: 'From green to brown in eleven minutes. #roasting',
          mediaItems: [...pictures, ...pictures, ...pictures.slice(0, 2)],
          locationId: '213385402',
          firstComment: 'Which one do you drink?',
          firstComments: [{ content: 'Open until six.', afterSeconds: 5_400 }],
          instagram: {
            collaborators: ['grace', 'edith'],
            userTags: [{ username: 'grace', x: 0.3, y: 0.4 }],
            paidPartnership: true,
          },
        },
        shown: [
          'grace, and edith',
          'Paid partnership',
          'Place 213385402',
          'grace',
          '1/10',
          'Which one do you drink?',
          'Open until six.',
          '1 hour 30 minutes after the post',
          'look at the post to see that it shows the label',
        ],
      },
      {
        name: 'story',
        target: {
          content: 'Nobody reads this',
          mediaItems: [image('harbour.jpg')],
          locationId: '213385402',
          instagram: { format: 'story', userTags: [{ username: 'grace' }], paidPartnership: true },
        },
        dropped: 'Nobody reads this',
        shown: [
          'grace',
          'Paid partnership',
          'A story has no text: it goes out without.',
          'A story names no place: it goes out without.',
        ],
      },
      {
        name: 'reel',
        target: {
          content: 'The first pour of the day.',
          mediaItems: [clip],
          instagram: {
            format: 'reel',
            audioName: 'Harbour morning',
            shareToFeed: false,
            userTags: [{ username: 'grace', x: 0.3, y: 0.4 }],
          },
        },
        shown: [
          'Harbour morning',
          ' grace',
          'Among reels only, not in the feed',
          'The first pour of the day.',
          'x and y have no effect here: a tag on a reel has no place.',
        ],
      },
      {
        name: 'trial reel',
        target: {
          content: 'Would strangers like it?',
          mediaItems: [clip],
          instagram: { format: 'trial_reel', trialGraduation: 'performance' },
        },
        shown: ['Trial reel: shown to people who do not follow you, and to followers once it does well'],
      },
    ],
    threads: [
      {
        name: 'topic and poll',
        target: {
          content: 'How do you drink it?',
          poll: { options: ['Black', 'With milk', 'Not at all'] },
          replyControl: 'followers',
          firstComments: [{ content: 'We drink it black.' }],
          threads: { topicTag: 'Coffee', replyApprovals: true },
        },
        shown: [
          'ada › Coffee',
          'We drink it black.',
          'How do you drink it?',
          'Black',
          'With milk',
          'Not at all',
          'Your followers can reply',
          'Replies wait for your approval',
        ],
      },
      {
        name: 'text attachment',
        target: {
          content: 'Why we roast so light, the long answer.',
          threads: {
            textAttachment: {
              content:
                'Roasting is cooking. Dark beans taste of the roaster, light ones of the farm. That is all there is to it.',
              styled: [
                { part: 'Roasting is cooking.', styles: ['bold'] },
                { part: 'of the farm', styles: ['italic', 'highlight'] },
              ],
            },
          },
        },
        shown: ['Why we roast so light', 'Roasting is cooking. Dark beans', '105 characters · Read more'],
      },
      {
        name: 'spoilers',
        target: {
          content: 'The winner is the plum roast, again.',
          mediaItems: [image('beans.jpg')],
          threads: { spoilers: ['the plum roast'], spoilerMedia: true },
        },
        shown: ['The winner is', 'Hidden until tapped: the plum roast', 'Spoiler'],
      },
      {
        name: 'GIF',
        target: { content: 'Monday.', threads: { gifId: 'l0HlBO7eyXzSZkJri' } },
        shown: ['GIF of GIPHY, l0HlBO7eyXzSZkJri'],
      },
      {
        name: 'ghost post',
        target: { content: 'Free cake until it is gone.', threads: { ghost: true } },
        shown: ['Ghost post: archived after 24 hours'],
      },
      {
        name: 'link attachment',
        target: { content: 'The menu of this week.', threads: { linkAttachment: 'https://example.com/menu' } },
        shown: ['Title of the page', 'example.com/menu'],
      },
      {
        name: 'quote in a chain, for some countries',
        target: {
          quotePostId: quoted.threads,
          threads: { allowedCountries: ['DE', 'AT'] },
          thread: [
            { content: 'A year ago we wrote this.' },
            { content: 'We were wrong.', mediaItems: [image('latte.png')] },
          ],
        },
        shown: ['A year ago we wrote this.', `Quoted post${quoted.threads}`, 'Shown only in DE, AT', 'We were wrong.'],
      },
    ],
    x: [
      {
        name: 'poll',
        target: {
          content: 'Filter or espresso?',
          poll: { options: ['Filter', 'Espresso'], durationMinutes: 4_320 },
          replyControl: 'verified',
        },
        shown: ['Filter', 'Espresso', '0 votes · 3 days left', 'Verified accounts can reply'],
      },
      {
        name: 'sensitive media',
        target: {
          content: 'A burnt hand, and how to cool it.',
          mediaItems: [image('roastery.jpg')],
          x: { sensitiveMedia: ['graphic_violence'], taggedUserIds: ['2244994945'], paidPartnership: true },
        },
        shown: ['Content warning', 'Graphic violence', 'Tagged: 2244994945', 'Paid partnership'],
      },
      {
        name: 'community and captions',
        target: {
          content: 'How we pour.',
          mediaItems: [clip],
          captions,
          x: { communityId: '1493446837214187523', shareWithFollowers: true },
        },
        shown: ['Community 1493446837214187523, shown to followers too', 'CC'],
      },
      {
        name: 'long post',
        target: { content: LONG, aiGenerated: true },
        shown: ['Coffee is a fruit.', '… Show more', 'AI info'],
        dropped: 'The end.',
      },
      {
        name: 'chain',
        target: {
          thread: [
            { content: 'Three things about coffee.' },
            { content: '1. Water matters more than beans.', mediaItems: [image('latte.png')] },
            { content: '2. Grind late. 3. Drink early.' },
          ],
        },
        shown: ['Three things about coffee.', '1. Water matters more than beans.', '2. Grind late. 3. Drink early.'],
      },
    ],
    linkedin: [
      {
        name: 'document',
        target: {
          content: 'Our menu for the winter, made with @[Harbour Coffee](urn:li:organization:90314427).',
          mediaItems: [{ type: 'document', url: sample('menu.pdf'), title: 'Menu, winter 2026' }],
          linkedin: { visibility: 'connections' },
        },
        shown: ['· Connections', 'made with Harbour Coffee.', 'Menu, winter 2026', 'PDF'],
      },
      {
        name: 'poll',
        target: {
          content: 'Help us choose.',
          poll: {
            question: 'Which roast shall we bring back?',
            options: ['Plum', 'Cocoa', 'Smoke'],
            durationMinutes: 10_080,
          },
          firstComment: 'The winner is back in March.',
          firstComments: [{ content: 'Two days left.', afterSeconds: 432_000 }],
        },
        shown: [
          'Which roast shall we bring back?',
          'Plum',
          'Cocoa',
          'Smoke',
          '0 votes · 7 days left',
          'The winner is back in March.',
          'Two days left.',
        ],
      },
      {
        name: 'video with captions',
        target: { content: 'How we pour.', mediaItems: [clip], captions },
        shown: ['How we pour.', 'CC'],
      },
      {
        name: 'link without a card',
        target: { content: 'The menu: https://example.com/menu', link: 'none' },
        dropped: 'Title of the page',
        shown: ['The menu: https://example.com/menu'],
      },
      {
        name: 'reshare',
        target: { content: 'Still true.', quotePostId: quoted.linkedin },
        shown: ['Still true.', `Quoted post${quoted.linkedin}`],
      },
    ],
    wordpress: [
      {
        name: 'pending review',
        target: {
          content: 'From six in the morning, as long as there is some.',
          mediaItems: [image('roastery.jpg'), image('beans.jpg')],
          wordpress: {
            title: 'Rye bread is back',
            excerpt: 'From six in the morning.',
            categories: ['events'],
            tags: ['Rye', 'Opening hours'],
            featuredImage: 0,
            status: 'pending',
            slug: 'rye-bread-is-back',
          },
        },
        shown: [
          '/…/rye-bread-is-back',
          'Pending review',
          'Rye bread is back',
          'From six in the morning, as long',
          'In lists: From six in the morning.',
          ', events ·',
          'Rye',
          'Opening hours',
        ],
      },
      {
        name: 'published, in a second category',
        target: {
          content: 'The quay is closed to cars on Saturday. Bring a chair, the band brings the rest.',
          mediaItems: [image('harbour.jpg')],
          wordpress: { title: 'Live music at the quay', categories: ['events'], tags: ['Music'], featuredImage: 0 },
        },
        shown: ['Live music at the quay', 'events', 'The quay is closed to cars', 'Music'],
      },
    ],
    micropub: [
      {
        name: 'note',
        target: {
          content: 'Fog over the harbour, coffee inside.',
          mediaItems: [image('harbour.jpg')],
          micropub: { categories: ['fog', 'coffee'], syndicateTo: ['https://social.example/@tidepool'] },
        },
        shown: ['Fog over the harbour', 'fog', 'coffee', 'Copies to https://social.example/@tidepool'],
      },
    ],
  };
}
