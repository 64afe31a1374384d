import { z } from 'zod';

export const REPLY_CONTROLS = ['everyone', 'following', 'mentioned', 'followers', 'subscribers', 'verified'] as const;
export type ReplyControl = (typeof REPLY_CONTROLS)[number];

/** People who may reply to a post, in all words that any platform has. */
export const ReplyControlSchema = z
  .enum(REPLY_CONTROLS)
  .describe(
    'Who may reply: `everyone` (default), profiles that the author is `following`, those `mentioned` in the text; `followers` on `threads` only, `subscribers` and `verified` accounts on `x` only.',
  );
