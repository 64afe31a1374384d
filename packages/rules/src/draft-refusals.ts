import { LIMITS } from '@fanfare/contract';
import { type Refused, refuse } from './refusal.ts';

/** Refusals of calls about drafts; for the service and the mock. */
export const DRAFT_REFUSALS = {
  limitReached: (): Refused =>
    refuse({
      code: 'draft_limit_reached',
      message: `The project has ${LIMITS.draftsPerProject.value} drafts that are not published, which is as many as it can have.`,
    }),
  conflict: (now: number, sent: number): Refused =>
    refuse({
      code: 'draft_conflict',
      message: `The draft has version ${now} by now, not ${sent}. Read it again.`,
    }),
  published: (postId: string): Refused =>
    refuse({ code: 'draft_published', message: `The draft was published as ${postId} and can no longer change.` }),
} as const;
