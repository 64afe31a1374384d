import { requestObject } from '@fanfare/contract';
import { z } from 'zod';

/** Options that only a HumHub has, in the block that is named by the type. */
export const HumhubOptionsSchema = requestObject({
  visibility: z
    .enum(['public', 'members'])
    .optional()
    .describe('Who sees the post: `public` (default), or the `members` of its space.'),
}).describe('Options that only a `hub` of the type `humhub` has.');

declare module '@fanfare/contract' {
  interface TargetOptions {
    humhub?: z.infer<typeof HumhubOptionsSchema>;
  }
}
