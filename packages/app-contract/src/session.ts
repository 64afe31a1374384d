import { NoQuerySchema } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { answering } from './answering.ts';
import { RoleSchema } from './fields.ts';

const SessionProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.string(),
  logoUrl: z.string().nullable(),
});

/** The person who is signed in, and everything that the frame of the dashboard shows. */
export const SessionSchema = z.object({
  user: z.object({ id: z.string(), email: z.string() }),
  /** Invitations that wait for an answer of this person, at `/invitations`. */
  invitations: z.number().int(),
  /** Goes into the header `X-Fanfare-CSRF` of every other call. */
  csrfToken: z.string(),
  workspaces: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: RoleSchema,
      /** Projects that the plan allows; null without a limit. */
      projectCap: z.number().int().nullable(),
      projects: z.array(SessionProjectSchema),
    }),
  ),
  installation: z.object({
    name: z.string(),
    /** Null without one. */
    logoUrl: z.string().nullable(),
    /** The operator's own, `#rrggbb`; null for the product's. */
    colour: z.string().nullable(),
    /** Public address without a slash at the end. */
    baseUrl: z.string(),
    development: z.boolean(),
    signUp: z.enum(['invitation', 'open', 'domains']),
    /** Whether mail is sent; otherwise invitations are links to hand over. */
    sendsMail: z.boolean(),
    /** The documentation, without a slash at the end. */
    docsUrl: z.string(),
    /** The version of the server. */
    version: z.string(),
  }),
});
export type Session = z.infer<typeof SessionSchema>;

export const session = initContract().router({
  /** The only call that needs no `X-Fanfare-CSRF`: it returns it. */
  get: { method: 'GET', path: '/session', query: NoQuerySchema, ...answering({ 200: SessionSchema }) },
});
