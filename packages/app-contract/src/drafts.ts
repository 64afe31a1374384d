import { NoQuerySchema, requestObject, text, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { APP_BODY_CODES, answering } from './answering.ts';
import { draftProblem } from './draft-problem.ts';
import { ProjectPathSchema } from './fields.ts';

const DraftFactsSchema = z.object({
  id: z.string(),
  /** Raised by each save. */
  version: z.number().int(),
  /** The key of the post that the draft becomes. */
  idempotencyKey: z.string(),
  /** Address of who made it; null when the person has left. */
  createdBy: z.string().nullable(),
  createdAt: utcTimestamp(),
  updatedAt: utcTimestamp(),
});

/** A draft in a list: the start of its text, or of a target's text, at most 200 characters. */
export const DraftSummarySchema = DraftFactsSchema.extend({ preview: z.string() });
export type DraftSummary = z.infer<typeof DraftSummarySchema>;

/** The form of the composer; the server reads its texts only. At most 256 KiB as JSON. */
export const DraftBodySchema = z.record(z.unknown()).superRefine((body, ctx) => {
  const problem = draftProblem(body);
  if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
});

export const DraftSchema = DraftFactsSchema.extend({ body: DraftBodySchema });
export type Draft = z.infer<typeof DraftSchema>;
const DraftAnswerSchema = z.object({ draft: DraftSchema });

export const CreateDraftBodySchema = requestObject({
  idempotencyKey: text({ min: 1, max: 255 }),
  body: DraftBodySchema,
});
export type CreateDraftBody = z.infer<typeof CreateDraftBodySchema>;
export const SaveDraftBodySchema = requestObject({
  /** The version that was read last. */
  version: z.number().int().min(1),
  body: DraftBodySchema,
  /** A new one, when the draft was published or duplicated. */
  idempotencyKey: text({ min: 1, max: 255 }).optional(),
});
export type SaveDraftBody = z.infer<typeof SaveDraftBodySchema>;

const DraftPathSchema = ProjectPathSchema.extend({ draftId: z.string() });

export const drafts = initContract().router({
  /** Last saved first. */
  list: {
    method: 'GET',
    path: '/projects/:projectId/drafts',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: z.object({ drafts: z.array(DraftSummarySchema) }) }),
  },
  /** 201 for a new draft; 200 with the existing one when its key has a draft already. */
  create: {
    method: 'POST',
    path: '/projects/:projectId/drafts',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    body: CreateDraftBodySchema,
    ...answering(
      { 200: DraftAnswerSchema, 201: DraftAnswerSchema },
      { codes: [...APP_BODY_CODES, 'draft_limit_reached'] },
    ),
  },
  get: {
    method: 'GET',
    path: '/projects/:projectId/drafts/:draftId',
    pathParams: DraftPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: DraftAnswerSchema }),
  },
  save: {
    method: 'PUT',
    path: '/projects/:projectId/drafts/:draftId',
    pathParams: DraftPathSchema,
    query: NoQuerySchema,
    body: SaveDraftBodySchema,
    ...answering({ 200: DraftAnswerSchema }, { codes: [...APP_BODY_CODES, 'draft_conflict'] }),
  },
  delete: {
    method: 'DELETE',
    path: '/projects/:projectId/drafts/:draftId',
    pathParams: DraftPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: z.object({ deleted: z.literal(true) }) }),
  },
});
