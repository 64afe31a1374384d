import { NoFieldsSchema, NoQuerySchema, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { APP_BODY_CODES, answering } from './answering.ts';

/** A browser in which the person is signed in. */
export const BrowserSessionSchema = z.object({
  id: z.string(),
  userAgent: z.string(),
  createdAt: utcTimestamp(),
  lastSeenAt: utcTimestamp(),
  expiresAt: utcTimestamp(),
  /** The one that calls. */
  isCurrent: z.boolean(),
});
export type BrowserSession = z.infer<typeof BrowserSessionSchema>;

export const sessions = initContract().router({
  list: {
    method: 'GET',
    path: '/sessions',
    query: NoQuerySchema,
    ...answering({ 200: z.object({ sessions: z.array(BrowserSessionSchema) }) }),
  },
  /** Also ends the current one. */
  end: {
    method: 'DELETE',
    path: '/sessions/:sessionId',
    pathParams: z.object({ sessionId: z.string() }),
    query: NoQuerySchema,
    ...answering({ 200: z.object({ ended: z.literal(true) }) }),
  },
  endOthers: {
    method: 'POST',
    path: '/sessions/end-others',
    query: NoQuerySchema,
    body: NoFieldsSchema,
    ...answering({ 200: z.object({ ended: z.number().int() }) }, { codes: APP_BODY_CODES }),
  },
});
