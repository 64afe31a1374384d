import { z } from 'zod';
import { named, noted } from '../documented.ts';
import { requestObject } from '../request-object.ts';

export const SENSITIVE_MEDIA = ['adult_content', 'graphic_violence', 'other'] as const;
export type SensitiveMedia = (typeof SENSITIVE_MEDIA)[number];

const xId = () => noted(z.string().regex(/^\d{1,19}$/, 'Must be 1 to 19 digits.'), { minLength: 1, maxLength: 19 });

/** Options that only X has. */
export const XOptionsSchema = named(
  'XOptions',
  'Options of a target on `x`.',
  requestObject({
    communityId: xId()
      .optional()
      .describe(
        'Id of the community that the post goes to, 1 to 19 digits, as in its address `x.com/i/communities/…`. The account must be a member.',
      ),
    shareWithFollowers: z
      .boolean()
      .optional()
      .describe('Whether followers see a post to a community too. No effect without `communityId`.'),
    paidPartnership: z.boolean().optional().describe('Whether X labels the post as a paid partnership.'),
    sensitiveMedia: z
      .array(z.enum(SENSITIVE_MEDIA))
      .min(1)
      .max(SENSITIVE_MEDIA.length)
      .optional()
      .describe(
        'Warnings that X shows before the media of the post, 1 to 3: `adult_content`, `graphic_violence`, `other`. No effect without media.',
      ),
    taggedUserIds: z
      .array(xId())
      .min(1)
      .max(10)
      .optional()
      .describe(
        'Ids of 1 to 10 accounts that are tagged in the media, each of 1 to 19 digits. A post without media has none.',
      ),
  }),
);
export type XOptions = z.infer<typeof XOptionsSchema>;
