import { NoQuerySchema, requestObject, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { APP_BODY_CODES, answering } from './answering.ts';
import { name, ProjectPathSchema, WorkspacePathSchema } from './fields.ts';
import { APP_LIMITS } from './limits.ts';

export const ProjectSchema = z.object({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  plan: z.string(),
  /** The address of the logo on connect pages; null without one. Changes with the logo. */
  logoUrl: z.string().nullable(),
  createdAt: utcTimestamp(),
});
export type Project = z.infer<typeof ProjectSchema>;

export const ProjectAnswerSchema = z.object({ project: ProjectSchema });
export const projectName = () => name(APP_LIMITS.projectNameChars);

export const CreateProjectBodySchema = requestObject({ name: projectName() });

export const projects = initContract().router({
  create: {
    method: 'POST',
    path: '/workspaces/:workspaceId/projects',
    pathParams: WorkspacePathSchema,
    query: NoQuerySchema,
    body: CreateProjectBodySchema,
    ...answering({ 201: ProjectAnswerSchema }, { needs: 'owner', codes: [...APP_BODY_CODES, 'project_limit_reached'] }),
  },
  get: {
    method: 'GET',
    path: '/projects/:projectId',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: ProjectAnswerSchema }),
  },
});
