import { initContract } from '@ts-rest/core';
import { CommonHeadersSchema } from '../headers.ts';
import { CreateRepostBodySchema, CreateRepostResponseSchema } from '../reposts.ts';
import { NoQuerySchema } from '../request-object.ts';
import { answering, CONTENT_CODES } from './answering.ts';

const c = initContract();

/** Routes below `/reposts`. */
export const reposts = c.router({
  create: {
    method: 'POST',
    path: '/reposts',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: CreateRepostBodySchema,
    ...answering('publish', { 200: CreateRepostResponseSchema }, [...CONTENT_CODES, 'quota_exceeded']),
  },
});
