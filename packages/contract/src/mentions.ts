import { z } from 'zod';
import { named } from './documented.ts';
import { LIMITS } from './limits.ts';
import { requestObject } from './request-object.ts';
import { text } from './text.ts';

export const FindMentionsQuerySchema = requestObject({
  q: text({ min: 1, max: LIMITS.mentionQueryChars.value }).describe(
    'The name of an organization in its address, such as `harbour-coffee`, or the whole address; with an account of a page also the beginning of a follower’s first or last name, at least 3 letters. 1 to 200 characters.',
  ),
});
export type FindMentionsQuery = z.infer<typeof FindMentionsQuerySchema>;

const MENTION_TYPES = ['organization', 'person'] as const;

export const MentionSchema = named(
  'Mention',
  'Somebody whom a post can mention.',
  z.object({
    type: z.enum(MENTION_TYPES).describe('`organization` or `person`.'),
    name: z.string().describe('The exact name, without which the network does not link the mention.'),
    headline: z
      .string()
      .nullable()
      .describe(
        'The line below the name of a person, such as “Head of Roasting”; null for none and for organizations.',
      ),
    platformUserId: z
      .string()
      .describe('The network’s id, such as `organization:90314427`, or `k3Vb8RqTzP` for a person.'),
    text: z
      .string()
      .describe('What to write into `content`, such as `@[Harbour Coffee](urn:li:organization:90314427)`.'),
    url: z.string().nullable().describe('Public page; null for a person, whose page LinkedIn does not name.'),
  }),
);
export type Mention = z.infer<typeof MentionSchema>;

export const FindMentionsResponseSchema = named(
  'MentionList',
  'Whom a post of an account can mention.',
  z.object({
    mentions: z.array(MentionSchema).describe('Organizations and then people that the network found; empty for none.'),
    error: z
      .string()
      .nullable()
      .describe(
        'Why the network could not be asked, as `code: message` with advice where it helps, or a sentence where the platform has no look-up; null otherwise. Where one of two look-ups failed, it names that one, and `mentions` has what the other found.',
      ),
  }),
);
export type FindMentionsResponse = z.infer<typeof FindMentionsResponseSchema>;
