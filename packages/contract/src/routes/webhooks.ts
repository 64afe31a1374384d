import { initContract } from '@ts-rest/core';
import { CommonHeadersSchema } from '../headers.ts';
import { LIMITS } from '../limits.ts';
import { NoFieldsSchema, NoQuerySchema } from '../request-object.ts';
import {
  ListDeliveriesQuerySchema,
  ListDeliveriesResponseSchema,
  ReplayBodySchema,
  ReplayResponseSchema,
  TestWebhookResponseSchema,
} from '../webhook-deliveries.ts';
import {
  CreateWebhookBodySchema,
  CreateWebhookResponseSchema,
  DeleteWebhookResponseSchema,
  ListWebhooksResponseSchema,
  RotateSecretBodySchema,
  RotateSecretResponseSchema,
  UpdateWebhookBodySchema,
  UpdateWebhookResponseSchema,
  WebhookPathSchema,
  WebhookResponseSchema,
} from '../webhooks.ts';
import { answering, BODY_CODES } from './answering.ts';

const c = initContract();

/** Routes below `/webhooks`. */
export const webhooks = c.router({
  create: {
    method: 'POST',
    path: '/webhooks',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: CreateWebhookBodySchema,
    ...answering('all', { 201: CreateWebhookResponseSchema }, [
      ...BODY_CODES,
      'webhook_url_not_allowed',
      'webhook_limit_reached',
      'webhook_exists',
    ]),
  },
  list: {
    method: 'GET',
    path: '/webhooks',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    ...answering('all', { 200: ListWebhooksResponseSchema }, []),
  },
  get: {
    method: 'GET',
    path: '/webhooks/:id',
    headers: CommonHeadersSchema,
    pathParams: WebhookPathSchema,
    query: NoQuerySchema,
    ...answering('all', { 200: WebhookResponseSchema }, ['not_found']),
  },
  update: {
    method: 'PATCH',
    path: '/webhooks/:id',
    headers: CommonHeadersSchema,
    pathParams: WebhookPathSchema,
    query: NoQuerySchema,
    body: UpdateWebhookBodySchema,
    ...answering('all', { 200: UpdateWebhookResponseSchema }, [
      ...BODY_CODES,
      'not_found',
      'webhook_url_not_allowed',
      'webhook_exists',
    ]),
  },
  delete: {
    method: 'DELETE',
    path: '/webhooks/:id',
    headers: CommonHeadersSchema,
    pathParams: WebhookPathSchema,
    query: NoQuerySchema,
    ...answering('all', { 200: DeleteWebhookResponseSchema }, ['not_found']),
  },
  rotateSecret: {
    method: 'POST',
    path: '/webhooks/:id/rotate-secret',
    headers: CommonHeadersSchema,
    pathParams: WebhookPathSchema,
    query: NoQuerySchema,
    body: RotateSecretBodySchema.optional(),
    ...answering('all', { 200: RotateSecretResponseSchema }, [...BODY_CODES, 'not_found', 'rotation_in_progress']),
  },
  test: {
    method: 'POST',
    path: '/webhooks/:id/test',
    headers: CommonHeadersSchema,
    pathParams: WebhookPathSchema,
    query: NoQuerySchema,
    body: NoFieldsSchema,
    ...answering('all', { 200: TestWebhookResponseSchema }, [...BODY_CODES, 'not_found'], {
      name: 'tests',
      perMinute: LIMITS.webhookTestsPerMinute.value,
    }),
  },
  deliveries: {
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    headers: CommonHeadersSchema,
    pathParams: WebhookPathSchema,
    query: ListDeliveriesQuerySchema,
    ...answering('all', { 200: ListDeliveriesResponseSchema }, ['not_found']),
  },
  replay: {
    method: 'POST',
    path: '/webhooks/:id/replay',
    headers: CommonHeadersSchema,
    pathParams: WebhookPathSchema,
    query: NoQuerySchema,
    body: ReplayBodySchema,
    ...answering('all', { 202: ReplayResponseSchema }, [...BODY_CODES, 'not_found', 'webhook_disabled'], {
      name: 'replays',
      perMinute: LIMITS.replaysPerMinute.value,
    }),
  },
});
