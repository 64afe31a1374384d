import { DraftMakerSchema, draftObject, NoQuerySchema, requestObject, text, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { APP_BODY_CODES, answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';

const DraftFactsSchema = z.object({
  id: z.string(),
  /** Raised by each save. */
  version: z.number().int(),
  /** The note of whoever made it by the API. */
  note: z.string().nullable(),
  /** The key of the post that the draft becomes. */
  idempotencyKey: z.string(),
  /** That post; null while there is none. */
  postId: z.string().nullable(),
  /** `name` is that of an API key, or the address of a person, null when the person has left. */
  createdBy: DraftMakerSchema,
  createdAt: utcTimestamp(),
  updatedAt: utcTimestamp(),
});

/** A draft in a list: the start of its text, or of a target's text, at most 200 characters. */
export const DraftSummarySchema = DraftFactsSchema.extend({ preview: z.string() });
export type DraftSummary = z.infer<typeof DraftSummarySchema>;

/** The form of the composer, and the request that it makes of it. At most 256 KiB each as JSON. */
const CONTENT = { form: draftObject(), request: draftObject() };

export const DraftSchema = DraftFactsSchema.extend({
  /** Null for a draft that the API wrote last: the composer reads its request. */
  form: CONTENT.form.nullable(),
  request: CONTENT.request,
});
export type Draft = z.infer<typeof DraftSchema>;
const DraftAnswerSchema = z.object({ draft: DraftSchema });

export const CreateDraftBodySchema = requestObject({ idempotencyKey: text({ min: 1, max: 255 }), ...CONTENT });
export const SaveDraftBodySchema = requestObject({
  /** The version that was read last. */
  version: z.number().int().min(1),
  ...CONTENT,
});

const DraftPathSchema = ProjectPathSchema.extend({ draftId: z.string() });

export const drafts = initContract().router({
  /** Those that are not published, last changed first. */
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
    ...answering({ 200: DraftAnswerSchema }, { codes: [...APP_BODY_CODES, 'draft_conflict', 'draft_published'] }),
  },
  delete: {
    method: 'DELETE',
    path: '/projects/:projectId/drafts/:draftId',
    pathParams: DraftPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: z.object({ deleted: z.literal(true) }) }),
  },
});
