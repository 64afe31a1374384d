import { NoFieldsSchema, NoQuerySchema, PostSchema, requestObject } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { APP_BODY_CODES, answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';

export const AttentionQuerySchema = requestObject({
  /** Posts that were recorded, or due, after this time. */
  since: z.string().datetime({ message: 'Must be a time in UTC such as 2026-11-27T00:00:00.000Z.' }),
});

const PostPathSchema = ProjectPathSchema.extend({ postId: z.string() });

/** Posts that went wrong, until somebody has dealt with them. */
export const attention = initContract().router({
  /**
   * Failed and partly published posts with a failed target that was neither sent again nor
   * dismissed, newest first, at most 20.
   */
  list: {
    method: 'GET',
    path: '/projects/:projectId/attention',
    pathParams: ProjectPathSchema,
    query: AttentionQuerySchema,
    ...answering({ 200: z.object({ posts: z.array(PostSchema) }) }),
  },
  /** Takes a post from the list. Dismissing it again changes nothing. */
  dismiss: {
    method: 'PUT',
    path: '/projects/:projectId/posts/:postId/dismissal',
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    body: NoFieldsSchema,
    ...answering({ 200: z.object({ dismissed: z.literal(true) }) }, { codes: APP_BODY_CODES }),
  },
  restore: {
    method: 'DELETE',
    path: '/projects/:projectId/posts/:postId/dismissal',
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: z.object({ dismissed: z.literal(false) }) }),
  },
});
