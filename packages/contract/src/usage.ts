import { z } from 'zod';
import { named } from './documented.ts';
import { utcTimestamp } from './timestamp.ts';

const units = (sentence: string) => z.number().int().min(0).describe(sentence);

/** The units that the workspace has used in the current period (network writes). */
export const UsageSchema = named(
  'Usage',
  'Usage of the current period; all counts are units (network writes).',
  z.object({
    plan: z.string().describe('Name of the plan, such as `free`, `pro`, `scale` or `self_hosted`.'),
    periodStart: utcTimestamp().describe('When the period began.'),
    periodEnd: utcTimestamp().describe('When the period ends and the next begins.'),
    included: units('Units the plan includes in the period; null without a limit.').nullable(),
    used: units('Units billed in the period.'),
    reserved: units('Units held for posts of this period that are scheduled or being published.'),
    remaining: units('Included units minus used and reserved ones, never below 0; null without a limit.').nullable(),
    overage: z
      .boolean()
      .describe(
        'Whether you can use more than the included units, which are then counted too; false when further requests answer `quota_exceeded`.',
      ),
  }),
);
export type Usage = z.infer<typeof UsageSchema>;
