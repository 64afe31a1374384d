import { initContract } from '@ts-rest/core';
import { EventStreamSchema, ListEventsResponseSchema } from '../events.ts';
import { CommonHeadersSchema, EventStreamHeadersSchema } from '../headers.ts';
import { ListEventsQuerySchema } from '../list-events-query.ts';
import { NoQuerySchema } from '../request-object.ts';
import { answering } from './answering.ts';

const c = initContract();

/** Routes below `/events`. */
export const events = c.router({
  list: {
    method: 'GET',
    path: '/events',
    headers: CommonHeadersSchema,
    query: ListEventsQuerySchema,
    ...answering('read', { 200: ListEventsResponseSchema }, []),
  },
  stream: {
    method: 'GET',
    path: '/events/stream',
    headers: EventStreamHeadersSchema,
    query: NoQuerySchema,
    ...answering('read', { 200: c.otherResponse({ contentType: 'text/event-stream', body: EventStreamSchema }) }, []),
  },
});
