import { initContract } from '@ts-rest/core';
import { BytesSchema } from '../bytes-body.ts';
import { CommonHeadersSchema, CreateMediaHeadersSchema } from '../headers.ts';
import {
  CreateMediaBodySchema,
  DeleteMediaResponseSchema,
  ListMediaQuerySchema,
  ListMediaResponseSchema,
  MediaFileResponseSchema,
  MediaFromUrlBodySchema,
  MediaPathSchema,
  PutMediaQuerySchema,
} from '../media-files.ts';
import { NoFieldsSchema, NoQuerySchema } from '../request-object.ts';
import { answering, BODY_CODES } from './answering.ts';

const c = initContract();

/** Routes below `/media`. */
export const media = c.router({
  create: {
    method: 'POST',
    path: '/media',
    headers: CreateMediaHeadersSchema,
    query: NoQuerySchema,
    body: CreateMediaBodySchema,
    ...answering('draft', { 200: MediaFileResponseSchema, 201: MediaFileResponseSchema }, [
      ...BODY_CODES,
      'storage_exceeded',
    ]),
  },
  put: {
    method: 'PUT',
    path: '/media',
    headers: CreateMediaHeadersSchema,
    query: PutMediaQuerySchema,
    body: BytesSchema,
    ...answering('draft', { 200: MediaFileResponseSchema, 201: MediaFileResponseSchema }, [
      ...BODY_CODES,
      'storage_exceeded',
    ]),
  },
  fromUrl: {
    method: 'POST',
    path: '/media/from-url',
    headers: CreateMediaHeadersSchema,
    query: NoQuerySchema,
    body: MediaFromUrlBodySchema,
    ...answering('draft', { 200: MediaFileResponseSchema, 201: MediaFileResponseSchema }, [
      ...BODY_CODES,
      'media_unreachable',
      'storage_exceeded',
    ]),
  },
  list: {
    method: 'GET',
    path: '/media',
    headers: CommonHeadersSchema,
    query: ListMediaQuerySchema,
    ...answering('read', { 200: ListMediaResponseSchema }, []),
  },
  get: {
    method: 'GET',
    path: '/media/:id',
    headers: CommonHeadersSchema,
    pathParams: MediaPathSchema,
    query: NoQuerySchema,
    ...answering('read', { 200: MediaFileResponseSchema }, ['not_found']),
  },
  complete: {
    method: 'POST',
    path: '/media/:id/complete',
    headers: CommonHeadersSchema,
    pathParams: MediaPathSchema,
    query: NoQuerySchema,
    body: NoFieldsSchema,
    ...answering('draft', { 200: MediaFileResponseSchema }, [...BODY_CODES, 'not_found', 'upload_incomplete']),
  },
  delete: {
    method: 'DELETE',
    path: '/media/:id',
    headers: CommonHeadersSchema,
    pathParams: MediaPathSchema,
    query: NoQuerySchema,
    ...answering('publish', { 200: DeleteMediaResponseSchema }, ['not_found', 'media_in_use']),
  },
});
