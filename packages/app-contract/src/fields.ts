import { text } from '@fanfare/contract';
import { z } from 'zod';
import { APP_LIMITS } from './limits.ts';

const FORMAT_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A name that people give: one line, without spaces around it. */
export const name = (max: number) =>
  text({ min: 1, max })
    .transform((value) => value.trim())
    .refine((value) => value !== '', { message: 'Must not be empty.' })
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), {
      message: 'Must be one line without control characters.',
    });

/** An address for mail in lower case, plain enough that it cannot be read as anything else in a header. */
export const email = () =>
  text({ min: 3, max: APP_LIMITS.emailChars })
    .transform((value) => value.trim().toLowerCase())
    .refine((value) => /^[^\s@"<>(),:;\\[\]]+@[^\s@"<>(),:;\\[\]]+\.[^\s@"<>(),:;\\[\]]+$/u.test(value), {
      message: 'Must be an e-mail address such as ada@example.com.',
    })
    .refine((value) => !FORMAT_CHARACTERS.test(value), { message: 'Must not contain invisible characters.' });

export const ProjectPathSchema = z.object({ projectId: z.string() });
export const WorkspacePathSchema = z.object({ workspaceId: z.string() });

export const ROLES = ['owner', 'member'] as const;
export const RoleSchema = z.enum(ROLES);
export type Role = z.infer<typeof RoleSchema>;
