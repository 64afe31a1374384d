import { pollOptions, requestObject } from '@fanfare/contract';
import type { OptionSchemas } from '@fanfare/rules';

/** Meta, Threads polls, checked 2026-11: 2 to 4 choices of 1 to 25 characters, and nothing else. */
const PollSchema = requestObject({ options: pollOptions(25) });

/** What Threads takes of the options that it has. */
export const threadsOptions = {
  poll: PollSchema.describe('A poll below the text. It excludes media.'),
} as const satisfies OptionSchemas;
