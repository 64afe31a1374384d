import { NoQuerySchema, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';
import { KeyScopeSchema } from './keys.ts';

/** An app that a member has connected to the project with OAuth. */
export const ConnectedAppSchema = z.object({
  id: z.string(),
  /** The app’s own name, which nobody checks. */
  name: z.string(),
  /** Domain of the app’s metadata document; null for an app that has registered itself. */
  domain: z.string().nullable(),
  scope: KeyScopeSchema,
  /** Address of who connected it. */
  connectedBy: z.string().nullable(),
  connectedAt: utcTimestamp(),
  lastUsedAt: utcTimestamp().nullable(),
  expiresAt: utcTimestamp(),
});
export type ConnectedApp = z.infer<typeof ConnectedAppSchema>;

export const apps = initContract().router({
  /** Connected apps, newest first. */
  list: {
    method: 'GET',
    path: '/projects/:projectId/apps',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: z.object({ apps: z.array(ConnectedAppSchema) }) }),
  },
  /** Ends an app: its tokens are refused when this answers. */
  revoke: {
    method: 'DELETE',
    path: '/projects/:projectId/apps/:appId',
    pathParams: ProjectPathSchema.extend({ appId: z.string() }),
    query: NoQuerySchema,
    ...answering({ 200: z.object({ revoked: z.literal(true) }) }),
  },
});
