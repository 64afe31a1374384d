import { initContract } from '@ts-rest/core';
import { CommonHeadersSchema, CreatePostHeadersSchema, GetPostHeadersSchema } from '../headers.ts';
import { LIMITS } from '../limits.ts';
import { PostMetricsResponseSchema } from '../metrics.ts';
import {
  CreatePostBodySchema,
  CreatePostResponseSchema,
  ListPostsQuerySchema,
  ListPostsResponseSchema,
  PostPathSchema,
  PostResponseSchema,
  ValidatePostBodySchema,
} from '../posts.ts';
import { RepostPostBodySchema, RepostPostResponseSchema } from '../reposts.ts';
import { NoFieldsSchema, NoQuerySchema } from '../request-object.ts';
import { UnpublishPostBodySchema, UnpublishPostResponseSchema } from '../unpublish.ts';
import { ValidatePostResponseSchema } from '../validate.ts';
import { answering, BODY_CODES, CONTENT_CODES } from './answering.ts';

const c = initContract();

/** Routes below `/posts`. */
export const posts = c.router({
  create: {
    method: 'POST',
    path: '/posts',
    headers: CreatePostHeadersSchema,
    query: NoQuerySchema,
    body: CreatePostBodySchema,
    ...answering(
      'publish',
      { 200: CreatePostResponseSchema, 201: CreatePostResponseSchema, 202: CreatePostResponseSchema },
      [...CONTENT_CODES, 'invalid_post', 'quota_exceeded'],
      { name: 'publishes', perMinute: LIMITS.publishesPerMinute.value },
    ),
  },
  validate: {
    method: 'POST',
    path: '/posts/validate',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: ValidatePostBodySchema,
    ...answering('read', { 200: ValidatePostResponseSchema }, CONTENT_CODES),
  },
  list: {
    method: 'GET',
    path: '/posts',
    headers: CommonHeadersSchema,
    query: ListPostsQuerySchema,
    ...answering('read', { 200: ListPostsResponseSchema }, []),
  },
  get: {
    method: 'GET',
    path: '/posts/:id',
    headers: GetPostHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    ...answering('read', { 200: PostResponseSchema, 304: c.noBody() }, ['not_found']),
  },
  cancel: {
    method: 'POST',
    path: '/posts/:id/cancel',
    headers: CommonHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    body: NoFieldsSchema,
    ...answering('publish', { 200: PostResponseSchema }, [...BODY_CODES, 'not_found', 'not_cancellable']),
  },
  repost: {
    method: 'POST',
    path: '/posts/:id/repost',
    headers: CommonHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    body: RepostPostBodySchema.optional(),
    ...answering('publish', { 200: RepostPostResponseSchema }, [
      ...BODY_CODES,
      'not_found',
      'not_published',
      'quota_exceeded',
    ]),
  },
  unpublish: {
    method: 'POST',
    path: '/posts/:id/unpublish',
    headers: CommonHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    body: UnpublishPostBodySchema.optional(),
    ...answering('publish', { 200: UnpublishPostResponseSchema }, [...BODY_CODES, 'not_found']),
  },
  metrics: {
    method: 'GET',
    path: '/posts/:id/metrics',
    headers: CommonHeadersSchema,
    pathParams: PostPathSchema,
    query: NoQuerySchema,
    ...answering('read', { 200: PostMetricsResponseSchema }, ['not_found']),
  },
});
