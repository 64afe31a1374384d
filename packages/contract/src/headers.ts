import { z } from 'zod';

const requestIdHeader = z
  .string()
  .optional()
  .describe('Your id for the request, 1 to 64 letters, digits, underscores or hyphens; anything else is replaced.');

/** Request headers every route reads. Names are lower case, as Node gives them. */
export const CommonHeadersSchema = z.object({ 'x-request-id': requestIdHeader });

export const CreatePostHeadersSchema = z.object({
  'x-request-id': requestIdHeader,
  'idempotency-key': z
    .string()
    .optional()
    .describe(
      'Idempotency key when the body has none, 1 to 255 characters; one pair of double quotes around it is stripped.',
    ),
});

export const CreateMediaHeadersSchema = z.object({
  'x-request-id': requestIdHeader,
  'idempotency-key': z
    .string()
    .optional()
    .describe(
      'A key of 1 to 255 characters: a repeated call with it answers the file of the first one. One pair of double quotes around it is stripped.',
    ),
});

export const CreateDraftHeadersSchema = z.object({
  'x-request-id': requestIdHeader,
  'idempotency-key': z
    .string()
    .optional()
    .describe(
      'A key of 1 to 255 characters: a repeated call with it answers the draft of the first one. One pair of double quotes around it is stripped.',
    ),
});

export const GetPostHeadersSchema = z.object({
  'x-request-id': requestIdHeader,
  'if-none-match': z
    .string()
    .optional()
    .describe('`ETag` of an earlier answer. The answer is 304 when nothing has changed since.'),
});

export const EventStreamHeadersSchema = z.object({
  'x-request-id': requestIdHeader,
  'last-event-id': z
    .string()
    .optional()
    .describe(
      'Where to go on: the `id` of the last message you have, or `nextCursor` of `GET /api/v1/events`. Without it from now.',
    ),
});
