import { z } from 'zod';
import { named, noted } from '../documented.ts';
import { requestObject } from '../request-object.ts';
import { text } from '../text.ts';

export const INSTAGRAM_FORMATS = ['feed', 'reel', 'story', 'trial_reel'] as const;
export const TRIAL_GRADUATIONS = ['manual', 'performance'] as const;

const MOST_COLLABORATORS = 3;
const MOST_TAGS = 20;

/** Letters, digits, dots and underscores: a leading `@` is refused by Instagram. */
const username = () =>
  noted(
    text({ min: 1, max: 30 }).refine(
      (name) => /^[a-z0-9._]+$/i.test(name),
      'Must be a username of letters, digits, dots and underscores, without @.',
    ),
    { minLength: 1, maxLength: 30 },
  );

const share = () => z.number().min(0).max(1).optional();

/** An account that is tagged on a picture or video. */
export const InstagramUserTagSchema = named(
  'InstagramUserTag',
  'An account that is tagged on a picture or video.',
  requestObject({
    username: username().describe('Username of a public account, without `@`.'),
    x: share().describe(
      'Place on a picture, as a share of its width from the left, 0 to 1. Needed on pictures of the feed.',
    ),
    y: share().describe(
      'Place on a picture, as a share of its height from the top, 0 to 1. Needed on pictures of the feed.',
    ),
    mediaIndex: z
      .number()
      .int()
      .min(0)
      .max(9)
      .optional()
      .describe('Position in `mediaItems` of the picture or video, from 0 (default).'),
  }),
);

/** Options that only Instagram has. */
export const InstagramOptionsSchema = named(
  'InstagramOptions',
  'Options of a target on `instagram`.',
  requestObject({
    format: z
      .enum(INSTAGRAM_FORMATS)
      .optional()
      .describe(
        'What the post is. By default one video is a `reel`, anything else a post in the `feed`. A `story` has one picture or video, no text and no first comment, and ends after 24 hours. A `trial_reel` is shown to people who do not follow the account.',
      ),
    collaborators: z
      .array(username())
      .min(1)
      .max(MOST_COLLABORATORS)
      .optional()
      .describe('Usernames of at most 3 accounts that are invited as co-authors, without `@`. Not on a story.'),
    userTags: z
      .array(InstagramUserTagSchema)
      .min(1)
      .max(MOST_TAGS)
      .optional()
      .describe('At most 20 accounts that are tagged on pictures and videos.'),
    paidPartnership: z
      .boolean()
      .optional()
      .describe(
        'Whether Instagram labels the post as a paid partnership. Meta documents the label for apps with Facebook Login: look at the post to see that it shows it.',
      ),
    shareToFeed: z
      .boolean()
      .optional()
      .describe('Whether a reel is shown in the feed too (default), or among reels only.'),
    audioName: text({ min: 1, max: 100 })
      .optional()
      .describe('Name of the sound of a reel, at most 100 characters. It can be set once.'),
    trialGraduation: z
      .enum(TRIAL_GRADUATIONS)
      .optional()
      .describe(
        'When a trial reel is shown to followers: when the account decides so in the app (`manual`, default), or when it does well (`performance`).',
      ),
  }),
);
export type InstagramOptions = z.infer<typeof InstagramOptionsSchema>;
