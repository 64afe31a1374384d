import { z } from 'zod';

// Only the fields we use are checked; X adds others at any time.
const Id = z.union([z.string().min(1), z.number().int().nonnegative().transform(String)]);

export const MeAnswer = z.object({
  data: z.object({
    id: Id,
    username: z.string().min(1),
    subscription_type: z.string().min(1).optional().catch(undefined),
  }),
});

const ProcessingInfo = z.object({
  state: z.string(),
  check_after_secs: z.number().optional(),
  // Not in X's OpenAPI description; seen by clients, as in API version 1.1.
  error: z
    .object({
      code: z.number().optional(),
      name: z.string().optional(),
      message: z.string().optional(),
    })
    .optional(),
});
export type ProcessingInfo = z.output<typeof ProcessingInfo>;

export const MediaAnswer = z.object({ data: z.object({ id: Id, processing_info: ProcessingInfo.optional() }) });

export const StatusAnswer = z.object({ data: z.object({ processing_info: ProcessingInfo.optional() }) });

export const PostAnswer = z.object({ data: z.object({ id: Id }) });

const Entities = z
  .object({
    urls: z.array(z.object({ url: z.string().nullish(), expanded_url: z.string().nullish() })).nullish(),
  })
  .nullish();

/** The whole text of a post above 280, whose `text` is cut. */
const LongText = z.object({ text: z.string(), entities: Entities }).nullish().catch(null);

export const TimelineAnswer = z.object({
  data: z
    .array(
      z.object({
        id: Id,
        text: z.string(),
        note_tweet: LongText,
        note_post: LongText,
        created_at: z.string().optional(),
        attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
        entities: Entities,
      }),
    )
    .default([]),
  meta: z.object({ next_token: z.string().optional() }).default({}),
});
export type SeenPost = z.output<typeof TimelineAnswer>['data'][number];

/** A number that X may leave out. Another form counts as not reported. */
const Count = z.number().int().nonnegative().nullish().catch(null);

export const MetricsAnswer = z.object({
  data: z
    .object({
      public_metrics: z
        .object({
          impression_count: Count,
          like_count: Count,
          reply_count: Count,
          retweet_count: Count,
          // The name of OpenAPI 2.167.
          repost_count: Count,
          quote_count: Count,
          bookmark_count: Count,
        })
        .optional(),
    })
    .optional(),
  errors: z.array(z.unknown()).optional(),
});

export const RepostAnswer = z.object({
  data: z
    .object({ retweeted: z.boolean().optional().catch(undefined), rest_id: Id.optional().catch(undefined) })
    .optional(),
  errors: z.array(z.unknown()).optional(),
});

export const DeletedAnswer = z.object({
  data: z.object({ deleted: z.boolean().optional().catch(undefined) }).optional(),
  errors: z.array(z.unknown()).optional(),
});

const Texts = z.object({
  code: z.number().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
});

/** Every form of an error body X is known to send; anything else reads as an empty one. */
export const ErrorBody = Texts.extend({
  errors: z.array(Texts.catch({})).optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
}).catch({});
