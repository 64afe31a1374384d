import { PlatformSchema, requestObject, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';

const units = z.number().int();

export const UsageDaysSchema = z.object({
  periodStart: utcTimestamp(),
  periodEnd: utcTimestamp(),
  /** Units of the plan; null without a limit. */
  included: units.nullable(),
  /** Units billed in the period: the sum of the days. */
  used: units,
  /** Every UTC day of the period, also those without use. */
  days: z.array(
    z.object({
      date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
      units,
      publish: units,
      comment: units,
      repost: units,
    }),
  ),
  /** Most units first. */
  accounts: z.array(
    z.object({
      /** Null for accounts whose data were removed. */
      account: z.object({ id: z.string(), platform: PlatformSchema, username: z.string() }).nullable(),
      units,
      /** Billed writes. */
      writes: z.number().int(),
    }),
  ),
});
export type UsageDays = z.infer<typeof UsageDaysSchema>;

export const UsageDaysQuerySchema = requestObject({
  /** A month such as `2026-11`; the current one by default. */
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-11.')
    .optional(),
});

export const usageDays = initContract().router({
  get: {
    method: 'GET',
    path: '/projects/:projectId/usage-days',
    pathParams: ProjectPathSchema,
    query: UsageDaysQuerySchema,
    ...answering({ 200: UsageDaysSchema }),
  },
});
