import { initContract } from '@ts-rest/core';
import {
  CreateDraftBodySchema,
  DeleteDraftResponseSchema,
  DraftPathSchema,
  DraftResponseSchema,
  ListDraftsQuerySchema,
  ListDraftsResponseSchema,
  UpdateDraftBodySchema,
} from '../drafts.ts';
import { CommonHeadersSchema, CreateDraftHeadersSchema } from '../headers.ts';
import { NoQuerySchema } from '../request-object.ts';
import { answering, BODY_CODES } from './answering.ts';

const c = initContract();

/** Routes below `/drafts`. */
export const drafts = c.router({
  create: {
    method: 'POST',
    path: '/drafts',
    headers: CreateDraftHeadersSchema,
    query: NoQuerySchema,
    body: CreateDraftBodySchema,
    ...answering('draft', { 200: DraftResponseSchema, 201: DraftResponseSchema }, [
      ...BODY_CODES,
      'draft_limit_reached',
    ]),
  },
  list: {
    method: 'GET',
    path: '/drafts',
    headers: CommonHeadersSchema,
    query: ListDraftsQuerySchema,
    ...answering('read', { 200: ListDraftsResponseSchema }, []),
  },
  get: {
    method: 'GET',
    path: '/drafts/:id',
    headers: CommonHeadersSchema,
    pathParams: DraftPathSchema,
    query: NoQuerySchema,
    ...answering('read', { 200: DraftResponseSchema }, ['not_found']),
  },
  update: {
    method: 'PATCH',
    path: '/drafts/:id',
    headers: CommonHeadersSchema,
    pathParams: DraftPathSchema,
    query: NoQuerySchema,
    body: UpdateDraftBodySchema,
    ...answering('draft', { 200: DraftResponseSchema }, [
      ...BODY_CODES,
      'not_found',
      'draft_conflict',
      'draft_published',
    ]),
  },
  delete: {
    method: 'DELETE',
    path: '/drafts/:id',
    headers: CommonHeadersSchema,
    pathParams: DraftPathSchema,
    query: NoQuerySchema,
    ...answering('draft', { 200: DeleteDraftResponseSchema }, ['not_found']),
  },
});
