import { initContract } from '@ts-rest/core';
import { CommonHeadersSchema } from '../headers.ts';
import { ListPlatformsResponseSchema } from '../platforms.ts';
import { NoQuerySchema } from '../request-object.ts';
import { answering } from './answering.ts';

const c = initContract();

/** Routes below `/platforms`. */
export const platforms = c.router({
  list: {
    method: 'GET',
    path: '/platforms',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    ...answering('read', { 200: ListPlatformsResponseSchema }, []),
  },
});
