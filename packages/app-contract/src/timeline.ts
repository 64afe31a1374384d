import { NoQuerySchema, PlatformSchema, TargetErrorDetailSchema, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';

const at = utcTimestamp();

/** A post of the chain after the first, from 1, or one of the further comments, from 0. */
const FollowUpSchema = z.object({ kind: z.enum(['thread', 'comment']), index: z.number().int() });

/** Absent for the post of the target itself. */
const followUp = FollowUpSchema.optional();

/** A call to the network that creates something, or a hidden step towards one. */
const WriteEntrySchema = z.object({
  kind: z.literal('write'),
  followUp,
  id: z.string(),
  at,
  /** Null while its result is not known. */
  endedAt: utcTimestamp().nullable(),
  /** `media` and `container` are steps that nobody sees. */
  write: z.enum(['media', 'container', 'publish', 'comment', 'unpublish']),
  /** Index of the media item, from 0. */
  ordinal: z.number().int(),
  state: z.enum(['running', 'accepted', 'rejected', 'not_sent', 'unknown', 'absent']),
  /** The number of times that the same write was sent. */
  sends: z.number().int(),
  /** The words of the network or the connection, redacted; null for none. */
  detail: z.string().nullable(),
});

export const TimelineEntrySchema = z.discriminatedUnion('kind', [
  /** The request was accepted and recorded. */
  z.object({ kind: z.literal('recorded'), at }),
  /** Time at which it is or was to be published; only of scheduled posts. */
  z.object({ kind: z.literal('due'), at }),
  WriteEntrySchema,
  /** Nothing runs between two attempts, or until the next one. */
  z.object({ kind: z.literal('wait'), followUp, at, until: utcTimestamp() }),
  z.object({ kind: z.literal('published'), followUp, at }),
  z.object({ kind: z.literal('failed'), followUp, at, error: TargetErrorDetailSchema }),
  z.object({ kind: z.literal('comment'), at, status: z.enum(['published', 'failed']), error: z.string().nullable() }),
]);
export type TimelineEntry = z.infer<typeof TimelineEntrySchema>;

export const TargetTimelineSchema = z.object({
  targetId: z.string(),
  accountId: z.string(),
  platform: PlatformSchema,
  /** `waiting` for a server, `running` on one, `done` when nothing is left to do. */
  state: z.enum(['waiting', 'running', 'done']),
  /** In the order of time. */
  entries: z.array(TimelineEntrySchema),
});
export type TargetTimeline = z.infer<typeof TargetTimelineSchema>;

export const timeline = initContract().router({
  get: {
    method: 'GET',
    path: '/projects/:projectId/posts/:postId/timeline',
    pathParams: ProjectPathSchema.extend({ postId: z.string() }),
    query: NoQuerySchema,
    ...answering({ 200: z.object({ targets: z.array(TargetTimelineSchema) }) }),
  },
});
