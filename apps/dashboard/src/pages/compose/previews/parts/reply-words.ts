import type { TargetOptions } from '@fanfare/contract';

/** The sentence about who may reply. */
export const REPLY_WORDS: Readonly<Record<NonNullable<TargetOptions['replyControl']>, string>> = {
  everyone: 'Everyone can reply',
  following: 'Profiles you follow can reply',
  mentioned: 'Only mentioned profiles can reply',
  followers: 'Your followers can reply',
  subscribers: 'Your subscribers can reply',
  verified: 'Verified accounts can reply',
};
