import { z } from 'zod';
import { named } from '../documented.ts';
import { requestObject } from '../request-object.ts';
import { text } from '../text.ts';
import { terms } from './terms.ts';

/** Options that only hubs with WordPress have. */
export const WordPressOptionsSchema = named(
  'WordPressOptions',
  'Options of a target on a hub with WordPress.',
  requestObject({
    title: text({ min: 1, max: 255 })
      .optional()
      .describe('Title, 1 to 255 characters; by default the first line of the text.'),
    excerpt: text({ min: 1, max: 1_000 }).optional().describe('Summary in lists and feeds, 1 to 1,000 characters.'),
    categories: terms(10).describe('Slugs of 1 to 10 categories beside that of the space.'),
    tags: terms(20).describe('Names of 1 to 20 tags; missing ones are made.'),
    featuredImage: z
      .number()
      .int()
      .min(0)
      .max(9)
      .optional()
      .describe('Position in `mediaItems`, from 0, of the image that the theme shows with the title, not in the text.'),
    status: z
      .enum(['publish', 'pending'])
      .optional()
      .describe('`publish` (default), or `pending`: the post waits for review, and `url` is null.'),
    slug: z
      .string()
      .max(200)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be a-z, 0-9 and -.')
      .optional()
      .describe('Last part of the address, 1 to 200 of a-z, 0-9 and -. One in use gets a number.'),
  }),
);
export type WordPressOptions = z.infer<typeof WordPressOptionsSchema>;
