import { text } from '@fanfare/contract';
import { z } from 'zod';
import { APP_LIMITS } from './limits.ts';

/** A name that people give: one line, without spaces around it. */
export const name = (max: number) =>
  text({ min: 1, max })
    .transform((value) => value.trim())
    .refine((value) => value !== '', { message: 'Must not be empty.' })
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), {
      message: 'Must be one line without control characters.',
    });

/** An address for mail; the server reads it as it reads one of a sign-in. */
export const email = () => text({ min: 3, max: APP_LIMITS.emailChars });

export const ProjectPathSchema = z.object({ projectId: z.string() });
export const WorkspacePathSchema = z.object({ workspaceId: z.string() });

export const ROLES = ['owner', 'member'] as const;
export const RoleSchema = z.enum(ROLES);
export type Role = z.infer<typeof RoleSchema>;
