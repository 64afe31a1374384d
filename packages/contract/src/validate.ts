import { z } from 'zod';
import { named } from './documented.ts';
import { RuleViolationSchema } from './errors.ts';
import { idInResponse } from './ids.ts';
import { PlatformSchema } from './platform.ts';
import { WarningSchema } from './posts.ts';

export const ValidatePostResponseSchema = named(
  'PostValidated',
  'What publishing this request would do; nothing is recorded and no network is called.',
  z.object({
    valid: z.boolean().describe('Whether no content rule is broken.'),
    violations: z.array(RuleViolationSchema).describe('Every broken content rule of every target.'),
    warnings: z
      .array(WarningSchema)
      .describe('Fields that would have no effect, and files that would be sent in another form.'),
    units: z.number().int().min(0).describe('Units the post would reserve, first comments included.'),
    targets: z
      .array(
        z.object({
          accountId: idInResponse('account').describe('Account of the target.'),
          platform: PlatformSchema.describe('Platform of the account.'),
          units: z.number().int().min(0).describe('Units the target would reserve, its first comment included.'),
          linkCard: z
            .string()
            .optional()
            .describe(
              'Address of the page that gets a link card; absent without a card. The page is read when the post is published.',
            ),
        }),
      )
      .describe('The cost of each target, in the order of the request.'),
  }),
);
export type ValidatePostResponse = z.infer<typeof ValidatePostResponseSchema>;
