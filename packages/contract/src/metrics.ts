import { z } from 'zod';
import { named } from './documented.ts';
import { idInResponse } from './ids.ts';
import { TARGET_FIELDS } from './targets.ts';
import { utcTimestamp } from './timestamp.ts';

const count = (what: string) =>
  z.number().int().min(0).nullable().describe(`${what}; null where the network does not report it.`);

/** Engagement counts of one published target. */
export const MetricsSchema = named(
  'Metrics',
  'Engagement counts as the network reports them now; nothing is stored.',
  z.object({
    views: count('Times the post was seen'),
    likes: count('Likes or other reactions'),
    comments: count('Comments or replies'),
    shares: count('Shares, reposts or quotes'),
    saves: count('Saves or bookmarks'),
  }),
);
export type Metrics = z.infer<typeof MetricsSchema>;

const targetMetrics = named(
  'TargetMetrics',
  'A target and its engagement counts.',
  z.object({
    ...TARGET_FIELDS,
    metrics: MetricsSchema.nullable().describe(
      'The counts; null when `status` is not `published` or the network could not be read.',
    ),
    metricsError: z
      .string()
      .nullable()
      .describe(
        'Why the counts could not be read, as `code: message`, with advice where it helps, such as to connect the account again to grant a missing permission; null otherwise.',
      ),
  }),
);
export type TargetMetrics = z.infer<typeof targetMetrics>;
export interface TargetMetricsSchema extends z.ZodType<TargetMetrics> {}
export const TargetMetricsSchema: TargetMetricsSchema = targetMetrics;

export const PostMetricsResponseSchema = named(
  'PostMetrics',
  'Engagement counts of a post, read live from each network.',
  z.object({
    postId: idInResponse('post').describe('Id of the post.'),
    fetchedAt: utcTimestamp().describe('When the counts were read.'),
    targets: z
      .array(TargetMetricsSchema)
      .describe('One entry per target of the post. A target that fails does not fail the call.'),
  }),
);
export type PostMetricsResponse = z.infer<typeof PostMetricsResponseSchema>;
