import { pollOptions, requestObject, TARGET_OPTIONS } from '@fanfare/contract';
import type { OptionSchemas } from '@fanfare/rules';
import { z } from 'zod';

/** Meta, Threads polls, checked 2026-11: 2 to 4 choices of 1 to 25 characters, and nothing else. */
const PollSchema = requestObject({ options: pollOptions(25) });

/** Options of Threads, with its limits. */
export const threadsOptions = {
  poll: PollSchema.describe('A poll below the text. It excludes media.'),
  replyControl: z
    .enum(['everyone', 'following', 'mentioned', 'followers'])
    .describe(
      'Who may reply: `everyone` (default), profiles that the author is `following`, those `mentioned` in the text, or `followers`.',
    ),
  quotePostId: z
    .string()
    .regex(/^\d{1,30}$/, 'Must be the id of a post on Threads, a number: no address.')
    .describe('The id of a post of Threads, own or of others, that this post quotes: a number.'),
  thread: TARGET_OPTIONS.thread,
  firstComments: TARGET_OPTIONS.firstComments,
  threads: TARGET_OPTIONS.threads,
} as const satisfies OptionSchemas;
