import { pollOptions, requestObject, TARGET_OPTIONS } from '@fanfare/contract';
import type { OptionSchemas } from '@fanfare/rules';
import { iso31661Alpha2ToAlpha3 } from 'iso-3166/1-a2-to-1-a3.js';
import { z } from 'zod';

/** Meta, Threads polls, checked 2026-11: 2 to 4 choices of 1 to 25 characters, and nothing else. */
const PollSchema = requestObject({ options: pollOptions(25) });

/**
 * A code that ISO has given to no country passes the form, and Threads refuses it. Meta, Threads
 * geo-gated content, 2024-08-19.
 */
const ThreadsSchema = TARGET_OPTIONS.threads.superRefine(({ allowedCountries = [] }, context) => {
  for (const [index, code] of allowedCountries.entries()) {
    if (Object.hasOwn(iso31661Alpha2ToAlpha3, code)) continue;
    const message = 'Must be the code of a country in ISO 3166-1, such as `DE`.';
    context.addIssue({ code: 'custom', path: ['allowedCountries', index], message });
  }
});

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
  threads: ThreadsSchema,
} as const satisfies OptionSchemas;
