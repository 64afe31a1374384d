import { type ContainerStatus, idSchema } from '@fanfare/network-meta';
import { z } from 'zod';

const profileSchema = z.object({
  /** App-scoped id. */
  id: idSchema,
  /** Id of the professional account, the one in paths. */
  user_id: idSchema.optional(),
  username: z.string().min(1),
  account_type: z.string().optional(),
});

/** Answer of `/me`, flat as seen live, or in `data` as documented (get started, 2026-10). */
export const profileAnswerSchema = z.union([
  profileSchema,
  z.object({ data: z.array(profileSchema).min(1) }).transform(({ data }) => data[0]!),
]);

const STATES: Readonly<Record<string, 'in_progress' | 'finished' | 'published' | 'expired' | 'error'>> = {
  IN_PROGRESS: 'in_progress',
  FINISHED: 'finished',
  PUBLISHED: 'published',
  EXPIRED: 'expired',
  ERROR: 'error',
};

/**
 * `status_code` of a container (Meta, ig-container reference, checked 2026-10). Sometimes only the
 * sentence in `status` comes, whose first words say the same: "Error: Media upload has failed with
 * error code 2207082" (trypostit/trypost#351).
 */
export const containerStatusSchema = z
  .object({ status_code: z.string().optional(), status: z.string().optional() })
  .transform(({ status_code, status }, context): ContainerStatus => {
    const name =
      status_code ??
      /^([a-z ]+):/i
        .exec(status ?? '')?.[1]
        ?.trim()
        .replaceAll(' ', '_');
    const state = STATES[name?.toUpperCase() ?? ''];
    if (state === undefined) {
      context.addIssue({ code: z.ZodIssueCode.custom, message: 'unknown container state' });
      return z.NEVER;
    }
    return state === 'error' ? { state, reason: status ?? null } : { state };
  });

/** One comment below a post, with its author and its text. */
export type Comment = {
  readonly id: string;
  readonly text: string;
  readonly username: string | null;
  /** NaN where the time cannot be read. */
  readonly postedAt: number;
};

export type CommentPage = {
  readonly comments: readonly Comment[];
  readonly hasMore: boolean;
  readonly cursor: string | null;
};

/**
 * `GET /{media-id}/comments`: top-level comments. `paging.cursors` stands on the last page too,
 * `paging.next` does not. Meta, IG media comments and IG comment references, checked 2026-11.
 */
export const commentsSchema = z
  .object({
    data: z.array(
      z.object({
        id: idSchema,
        text: z.string().nullish(),
        timestamp: z.string(),
        username: z.string().nullish(),
      }),
    ),
    paging: z
      .object({ next: z.string().nullish(), cursors: z.object({ after: z.string().nullish() }).nullish() })
      .nullish(),
  })
  .transform(
    ({ data, paging }): CommentPage => ({
      comments: data.map(({ id, text, timestamp, username }) => ({
        id,
        text: text ?? '',
        username: username ?? null,
        postedAt: Date.parse(timestamp),
      })),
      hasMore: (paging?.next ?? null) !== null,
      cursor: paging?.cursors?.after ?? null,
    }),
  );
