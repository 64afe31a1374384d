import type { RateLimit, Refusal } from '@fanfare/rules';
import type { RateAnswer, RateLimiter } from '../../callers/rate-limiter.ts';
import { perDay, takeSubject } from '../../callers/take-subject.ts';
import type { Database } from '../../db/database.ts';

const PER_INVITER = perDay('invitations-inviter', 60);
const PER_WORKSPACE = perDay('invitations-workspace', 100);
/** Mails to one address, from all inviters. */
const PER_RECIPIENT = perDay('invitations-recipient', 5);

export type InvitationLimits = {
  /** Counts it against the limit of its route, and those of a day. */
  countInvitation(by: { readonly userId: string; readonly workspaceId: string }, limit: RateLimit): Promise<RateAnswer>;
  /** Whether another invitation may be mailed today. Otherwise it waits for the next sign-in. */
  mayMail(recipient: string): Promise<boolean>;
};

export function createInvitationLimits({
  db,
  rateLimiter,
}: {
  readonly db: Database;
  readonly rateLimiter: Pick<RateLimiter, 'check'>;
}): InvitationLimits {
  return {
    async countInvitation({ userId, workspaceId }, limit) {
      const answer = await rateLimiter.check(limit, userId);
      if (answer.refusal) return answer;
      const waitSeconds =
        (await takeSubject(db, PER_INVITER, userId)) || (await takeSubject(db, PER_WORKSPACE, workspaceId));
      return waitSeconds > 0 ? { ...answer, refusal: tooMany(waitSeconds) } : answer;
    },
    mayMail: async (recipient) => (await takeSubject(db, PER_RECIPIENT, recipient)) === 0,
  };
}

const tooMany = (seconds: number): Refusal => ({
  code: 'rate_limited',
  message: `You or this workspace sent too many invitations in the last day. Try again in ${Math.ceil(seconds / 60)} minutes.`,
  headers: { 'Retry-After': String(seconds) },
});
