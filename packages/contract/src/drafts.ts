import { z } from 'zod';
import { named } from './documented.ts';
import { draftProblem } from './draft-problem.ts';
import { FieldErrorSchema, RuleViolationSchema } from './errors.ts';
import { idInPath, idInResponse } from './ids.ts';
import { LIMITS } from './limits.ts';
import { WarningSchema } from './posts.ts';
import { queryBoolean, queryInteger } from './query.ts';
import { requestObject } from './request-object.ts';
import { text } from './text.ts';
import { utcTimestamp } from './timestamp.ts';

/** A stored object of a draft: any JSON object of at most 256 KiB. */
export const draftObject = () =>
  z.record(z.unknown()).superRefine((body, ctx) => {
    const problem = draftProblem(body);
    if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
  });

/** A request for `POST /posts` that need not be complete. */
export const DraftRequestSchema = named(
  'DraftRequest',
  'A request for `POST /api/v1/posts`, with the same fields. It need not be complete or valid, and is stored as sent: at most 262,144 bytes as JSON.',
  draftObject(),
);

export const DRAFT_MAKERS = ['key', 'person'] as const;
export const DraftMakerSchema = named(
  'DraftMaker',
  'Who made a draft.',
  z.object({
    type: z.enum(DRAFT_MAKERS).describe('`key` for an API key, `person` for somebody in the dashboard.'),
    name: z.string().nullable().describe('Name of the key; null for a person, whom the API does not name.'),
  }),
);

const draft = named(
  'Draft',
  'A post that is not published yet: a person opens `composeUrl`, changes it and publishes it.',
  z.object({
    id: idInResponse('draft').describe('Id of the draft.'),
    version: z.number().int().describe('Number of the version, raised by each change; send it with an update.'),
    note: z.string().nullable().describe('What you want to say to whoever reads the draft; null without a note.'),
    request: DraftRequestSchema.describe('The request for `POST /api/v1/posts`, as it was sent.'),
    idempotencyKey: z
      .string()
      .describe('Key under which the draft is published, so that it becomes one post whoever publishes it.'),
    postId: idInResponse('post')
      .nullable()
      .describe('Id of the post that was created under `idempotencyKey`; null while there is none.'),
    composeUrl: z.string().describe('Page of the dashboard on which a person looks at the draft and publishes it.'),
    createdBy: DraftMakerSchema.describe('Who made the draft.'),
    createdAt: utcTimestamp().describe('When the draft was made.'),
    updatedAt: utcTimestamp().describe('When it was changed last.'),
  }),
);
export type PostDraft = z.infer<typeof draft>;
export interface PostDraftSchema extends z.ZodType<PostDraft> {}
export const PostDraftSchema: PostDraftSchema = draft;

/** The reasons for which the request of a draft cannot be published. */
export const DraftCheckSchema = named(
  'DraftCheck',
  'What publishing the draft now would do, as `POST /api/v1/posts/validate` says it.',
  z.object({
    valid: z.boolean().describe('Whether `problems` and `violations` are empty.'),
    problems: z
      .array(FieldErrorSchema)
      .describe('Fields that are missing, unknown or malformed, and accounts that do not exist; at most 100.'),
    violations: z
      .array(RuleViolationSchema)
      .describe('Every broken content rule of every target; empty while there are `problems`.'),
    warnings: z
      .array(WarningSchema)
      .describe('Fields that would have no effect, and files that would be sent in another form.'),
    units: z.number().int().min(0).describe('Units the post would reserve; 0 while there are `problems`.'),
  }),
);
export type DraftCheck = z.infer<typeof DraftCheckSchema>;

const note = () =>
  text({ max: LIMITS.draftNoteChars.value })
    .optional()
    .describe('What you want to say to whoever reads the draft, at most 1,000 characters; an empty text is none.');

export const CreateDraftBodySchema = named(
  'CreateDraftRequest',
  'A draft of a post.',
  requestObject({ request: DraftRequestSchema.describe('The request for `POST /api/v1/posts`.'), note: note() }),
);
export type CreateDraftBody = z.infer<typeof CreateDraftBodySchema>;

export const UpdateDraftBodySchema = named(
  'UpdateDraftRequest',
  'A change of a draft. Fields that are left out stay as they are.',
  requestObject({
    version: z
      .number()
      .int()
      .min(1)
      .describe('`version` of the draft that you read. When it has another one by now, nothing is changed.'),
    request: DraftRequestSchema.optional().describe('Another request in place of the whole one.'),
    note: note(),
  }),
);
export type UpdateDraftBody = z.infer<typeof UpdateDraftBodySchema>;

export const DraftPathSchema = z.object({ id: idInPath('draft').describe('Id of the draft.') });

export const ListDraftsQuerySchema = requestObject({
  limit: queryInteger({ min: 1, max: LIMITS.listMax.value }).describe('Drafts per page, 1 to 100; 25 by default.'),
  cursor: text({ min: 1, max: LIMITS.cursorChars.value }).optional().describe('`nextCursor` of the previous page.'),
  published: queryBoolean().describe('Only drafts that are published, with true, or that are not, with false.'),
}).transform((query) => ({ ...query, limit: query.limit ?? LIMITS.listDefault.value }));
export type ListDraftsQuery = z.infer<typeof ListDraftsQuerySchema>;

export const DraftResponseSchema = named(
  'DraftAnswer',
  'One draft, and what keeps it from being published.',
  z.object({
    draft: PostDraftSchema.describe('The draft.'),
    check: DraftCheckSchema.describe('What publishing it now would do; nothing is recorded and no network is called.'),
  }),
);

export const ListDraftsResponseSchema = named(
  'DraftList',
  'One page of drafts, newest first.',
  z.object({
    drafts: z.array(PostDraftSchema).describe('Drafts that match, newest first.'),
    hasMore: z.boolean().describe('Whether there is a further page.'),
    nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last.'),
  }),
);
export type ListDraftsResponse = z.infer<typeof ListDraftsResponseSchema>;

export const DeleteDraftResponseSchema = named(
  'DraftDeleted',
  'The draft is gone.',
  z.object({ deleted: z.literal(true).describe('Always true.') }),
);
