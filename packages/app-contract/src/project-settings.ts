import { NoQuerySchema, requestObject } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { APP_BODY_CODES, answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';
import { APP_LIMITS } from './limits.ts';
import { ProjectAnswerSchema, projectName } from './projects.ts';

export const RenameProjectBodySchema = requestObject({ name: projectName() });

const LOGO_CHARS = Math.ceil(APP_LIMITS.logoBytes / 3) * 4;

export const SetLogoBodySchema = requestObject({
  /** The file in base64: PNG, JPEG or WebP of at most 256 KiB, judged by its first bytes. */
  image: z
    .string()
    .max(LOGO_CHARS, 'Must be a file of at most 256 KiB.')
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be the bytes of a file in base64.'),
});

export const projectSettings = initContract().router({
  rename: {
    method: 'PATCH',
    path: '/projects/:projectId',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    body: RenameProjectBodySchema,
    ...answering({ 200: ProjectAnswerSchema }, { needs: 'owner', codes: APP_BODY_CODES }),
  },
  setLogo: {
    method: 'PUT',
    path: '/projects/:projectId/logo',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    body: SetLogoBodySchema,
    ...answering({ 200: ProjectAnswerSchema }, { needs: 'owner', codes: APP_BODY_CODES }),
  },
  removeLogo: {
    method: 'DELETE',
    path: '/projects/:projectId/logo',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: ProjectAnswerSchema }, { needs: 'owner' }),
  },
});
