import { requestObject, text, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';
import { APP_LIMITS } from './limits.ts';

export const PostLinksSchema = z.object({
  postId: z.string(),
  /** The post whose failed targets this one sent again. */
  sentAgainFrom: z.string().nullable(),
  /** The posts that sent failed targets of this one again, oldest first. */
  sentAgainAs: z.array(z.string()),
  /** Time at which somebody dismissed what failed. */
  dismissedAt: utcTimestamp().nullable(),
});
export type PostLinks = z.infer<typeof PostLinksSchema>;

const postIds = text({ min: 1, max: APP_LIMITS.linkedPosts * 40 })
  .transform((ids) => ids.split(','))
  .refine((ids) => ids.length <= APP_LIMITS.linkedPosts, {
    message: `Must name at most ${APP_LIMITS.linkedPosts} posts.`,
  });

/** Relations of posts, and dismissed posts. */
export const postLinks = initContract().router({
  /** Only posts that have a link or were dismissed. `postIds` are joined by commas. */
  list: {
    method: 'GET',
    path: '/projects/:projectId/post-links',
    pathParams: ProjectPathSchema,
    query: requestObject({ postIds }),
    ...answering({ 200: z.object({ posts: z.array(PostLinksSchema) }) }),
  },
});
