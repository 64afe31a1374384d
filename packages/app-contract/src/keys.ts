import { KEY_SCOPES, NoQuerySchema, neverNull, requestObject, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { APP_BODY_CODES, answering } from './answering.ts';
import { name, ProjectPathSchema } from './fields.ts';
import { APP_LIMITS } from './limits.ts';

export const KeyScopeSchema = z.enum(KEY_SCOPES);

export const ApiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Start and end of the key, by which people recognise it. */
  display: z.string(),
  scope: KeyScopeSchema,
  createdAt: utcTimestamp(),
  /** Address of who made it; null for the operator's command and for people who have left. */
  createdBy: z.string().nullable(),
  lastUsedAt: utcTimestamp().nullable(),
  revokedAt: utcTimestamp().nullable(),
});
export type ApiKey = z.infer<typeof ApiKeySchema>;

export const CreateKeyBodySchema = requestObject({
  name: name(APP_LIMITS.keyNameChars),
  scope: neverNull(KeyScopeSchema.default('all'), 'Must not be null: the key could do everything. Name a scope.'),
});
export type CreateKeyBody = z.infer<typeof CreateKeyBodySchema>;

export const keys = initContract().router({
  /** Newest first; revoked ones last. */
  list: {
    method: 'GET',
    path: '/projects/:projectId/keys',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: z.object({ keys: z.array(ApiKeySchema) }) }),
  },
  create: {
    method: 'POST',
    path: '/projects/:projectId/keys',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    body: CreateKeyBodySchema,
    ...answering(
      /** `secret` is the whole key. It is returned only here. */
      { 201: z.object({ key: ApiKeySchema, secret: z.string() }) },
      { codes: [...APP_BODY_CODES, 'key_limit_reached'] },
    ),
  },
  /** Revoking a revoked key answers the same again. */
  revoke: {
    method: 'DELETE',
    path: '/projects/:projectId/keys/:keyId',
    pathParams: ProjectPathSchema.extend({ keyId: z.string() }),
    query: NoQuerySchema,
    ...answering({ 200: z.object({ key: ApiKeySchema }) }),
  },
});
