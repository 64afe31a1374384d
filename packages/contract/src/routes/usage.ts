import { initContract } from '@ts-rest/core';
import { CommonHeadersSchema } from '../headers.ts';
import { NoQuerySchema } from '../request-object.ts';
import { UsageSchema } from '../usage.ts';
import { answering } from './answering.ts';

const c = initContract();

/** Routes below `/usage`. */
export const usage = c.router({
  get: {
    method: 'GET',
    path: '/usage',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    ...answering('read', { 200: UsageSchema }, []),
  },
});
