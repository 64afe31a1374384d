import { z } from 'zod';
import { named } from '../documented.ts';
import { requestObject } from '../request-object.ts';

export const LINKEDIN_VISIBILITIES = ['public', 'connections'] as const;

/** Options that only LinkedIn has. */
export const LinkedInOptionsSchema = named(
  'LinkedInOptions',
  'Options of a target on `linkedin`.',
  requestObject({
    visibility: z
      .enum(LINKEDIN_VISIBILITIES)
      .optional()
      .describe(
        'Who sees the post: `public` (default) or the `connections` of the member. Posts of a page are always public.',
      ),
  }),
);
export type LinkedInOptions = z.infer<typeof LinkedInOptionsSchema>;
