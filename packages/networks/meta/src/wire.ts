import { z } from 'zod';

/** Ids arrive as strings, or as numbers small enough to be exact; both are kept as text. */
export const idSchema = z.union([z.string().min(1), z.number().int()]).transform(String);

/** `{"error": …}` of every Graph endpoint. Meta, Graph API error handling, 2026-10. */
export const graphErrorSchema = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.coerce.number().int(),
    error_subcode: z.coerce.number().int().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
    error_user_title: z.string().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
  }),
});

/** The envelope of the code exchange. Meta, Business Login for Instagram, checked 2026-03. */
export const oauthErrorSchema = z.object({
  error_type: z.string(),
  code: z.coerce.number().int().catch(0),
  error_message: z.string().catch(''),
});

/**
 * Payload of a `signed_request`. Meta, data deletion callback, checked 2026-11. `user_id` is a
 * string or a bare number, which `parseJson` keeps exact beyond 2^53; a number that is no whole one
 * names nobody.
 */
export const signedPayloadSchema = z.object({
  algorithm: z.string(),
  issued_at: z
    .number()
    .int()
    .positive()
    .transform((seconds) => seconds * 1000),
  user_id: z
    .union([z.string(), z.number().int().positive().safe()])
    .transform(String)
    .pipe(z.string().regex(/^[\w-]{1,128}$/)),
});

export const createdSchema = z.object({ id: idSchema });

const permissionsSchema = z.union([
  z.array(z.string()),
  z.string().transform((list) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]);

const codeGrantSchema = z.object({ access_token: z.string().min(1), permissions: permissionsSchema.optional() });

/**
 * Answer of the code exchange: flat as seen live, or wrapped in `data` as Meta's page prints it.
 * `user_id` is left alone: it is a bare number beyond 2^53 and names a different id than `/me`
 * does.
 */
export const codeGrantAnswerSchema = z.union([
  codeGrantSchema,
  z.object({ data: z.array(codeGrantSchema).min(1) }).transform(({ data }) => data[0]!),
]);

/** Answer of long-lived exchange and refresh. `expires_in` is about 5,183,944 s. */
export const longLivedSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** X-Business-Use-Case-Usage: minutes of the wait. Meta, Graph API rate limiting, 2026-10. */
export const businessUsageSchema = z.record(
  z.array(z.object({ estimated_time_to_regain_access: z.coerce.number().nonnegative().catch(0) })),
);

/** A public address; null where the network leaves it out for copyright. */
export const permalinkSchema = z
  .string()
  .regex(/^https?:\/\//)
  .nullish()
  .catch(null)
  .transform((url) => url ?? null);

/**
 * The account's own posts: `/{ig-id}/media` with `caption`, where VIDEO is a reel (instagram-media,
 * 2026-09), `/{id}/threads` with `text` (retrieve posts, 2026-10).
 */
export const timelineSchema = z
  .object({
    data: z.array(
      z.object({
        id: idSchema,
        caption: z.string().nullish(),
        text: z.string().nullish(),
        media_type: z.string(),
        timestamp: z.string(),
        permalink: permalinkSchema,
      }),
    ),
  })
  .transform(({ data }) =>
    data.map((post) => ({
      id: post.id,
      text: post.caption ?? post.text ?? '',
      mediaType: post.media_type,
      publishedAt: Date.parse(post.timestamp),
      permalink: post.permalink,
    })),
  );

export type TimelinePost = z.output<typeof timelineSchema>[number];
