import { RequestErrorCodeSchema } from '@fanfare/contract';
import { z } from 'zod';

/** The facts about one error code of the dashboard. */
type AppErrorFacts = { readonly status: 403 | 409; readonly meaning: string; readonly remedy: string };

/** Codes that only requests with a session get, besides those of the public API. */
export const APP_ERRORS = {
  forbidden: {
    status: 403,
    meaning:
      'The request did not come from a page of this installation, or only an owner of the workspace may do this.',
    remedy: 'Open the dashboard at the address of the installation (`BASE_URL`), or let an owner do it.',
  },
  project_limit_reached: {
    status: 403,
    meaning: 'The workspace has as many projects as its plan allows.',
    remedy: 'Use an existing project, or choose a larger plan.',
  },
  key_limit_reached: {
    status: 403,
    meaning: 'The project has 100 active keys, which is as many as it can have.',
    remedy: 'Revoke a key that is no longer used.',
  },
  invitation_limit_reached: {
    status: 403,
    meaning: 'The workspace has 50 open invitations, which is as many as it can have.',
    remedy: 'Withdraw an invitation, or wait until some are accepted.',
  },
  already_member: {
    status: 409,
    meaning: 'The person is a member of the workspace already.',
    remedy: 'Change the role of the member.',
  },
  last_owner: {
    status: 409,
    meaning: 'The member is the only owner of the workspace.',
    remedy: 'Make another member an owner first.',
  },
} as const satisfies Record<string, AppErrorFacts>;

export type AppErrorCode = keyof typeof APP_ERRORS;

/** Page and anchor that explain a code of the dashboard. */
export const appDocUrl = (docsUrl: string, code: AppErrorCode): string => `${docsUrl}/dashboard#${code}`;

export const APP_ERROR_CODES = Object.keys(APP_ERRORS) as [AppErrorCode, ...AppErrorCode[]];

/** The error body of the public API, with the dashboard's codes besides. */
const appErrorBody = z.object({
  error: z.object({
    code: z.union([RequestErrorCodeSchema, z.enum(APP_ERROR_CODES)]),
    message: z.string(),
    requestId: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() }).passthrough()).optional(),
    docUrl: z.string(),
  }),
});
export type AppErrorBody = z.infer<typeof appErrorBody>;
export interface AppErrorBodySchema extends z.ZodType<AppErrorBody> {}
export const AppErrorBodySchema: AppErrorBodySchema = appErrorBody;
