import { queryBoolean, queryInteger, requestObject, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';

/** One call of the API in the last 7 days; its body is kept nowhere. */
export const LoggedRequestSchema = z.object({
  id: z.string(),
  at: utcTimestamp(),
  method: z.string(),
  /** Without query. */
  path: z.string(),
  status: z.number().int(),
  durationMs: z.number().int(),
  requestId: z.string(),
  /** The key that called; null for the dashboard. */
  key: z.object({ id: z.string(), name: z.string() }).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type LoggedRequest = z.infer<typeof LoggedRequestSchema>;

export const ListRequestsQuerySchema = requestObject({
  /** Only status 400 and above. */
  errors: queryBoolean(),
  requestId: z.string().max(64).optional(),
  cursor: z.string().max(64).optional(),
  limit: queryInteger({ min: 1, max: 100 }),
});

export const requests = initContract().router({
  /** Newest first, 50 at a time unless `limit` says otherwise. */
  list: {
    method: 'GET',
    path: '/projects/:projectId/requests',
    pathParams: ProjectPathSchema,
    query: ListRequestsQuerySchema,
    ...answering({
      200: z.object({
        requests: z.array(LoggedRequestSchema),
        hasMore: z.boolean(),
        nextCursor: z.string().nullable(),
      }),
    }),
  },
});
