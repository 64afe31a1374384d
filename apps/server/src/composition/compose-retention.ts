import { APP_LIMITS } from '@fanfare/app-contract';
import { LIMITS } from '@fanfare/contract';
import { purgeConnectAttempts } from '../accounts/connect/connect-attempts.table.ts';
import { purgeRateLimits } from '../callers/rate-limits.table.ts';
import { purgeSessions } from '../callers/sessions/sessions.table.ts';
import { purgeLoggedCalls } from '../dashboard/api/request-log.table.ts';
import type { Database } from '../db/database.ts';
import { purgeEvents } from '../events/events.table.ts';
import type { JobRuns } from '../jobs/job-list.ts';
import { purgeRemovals } from '../leaving/removal-requests.table.ts';
import { purgeMails } from '../people/mail/mails.table.ts';
import { purgeInvitations } from '../people/members/invitations.table.ts';
import { purgeSignIns } from '../people/sign-in/sign-ins.table.ts';

const BATCH = 1_000;

/** The jobs that delete what docs/data-kept.md says. */
export const composeRetention = (db: Database) =>
  ({
    'delete-events': (stopping) =>
      inBatches(stopping, (limit) => purgeEvents(db, { days: LIMITS.eventDays.value, limit })),
    'delete-request-log': (stopping) =>
      inBatches(stopping, (limit) => purgeLoggedCalls(db, { days: APP_LIMITS.requestLogDays, limit })),
    'delete-connect-attempts': () => purgeConnectAttempts(db),
    'delete-sign-ins': () => purgeSignIns(db),
    'delete-sessions': () => purgeSessions(db),
    'delete-invitations': () => purgeInvitations(db),
    'delete-mails': () => purgeMails(db),
    'delete-rate-limits': () => purgeRateLimits(db),
    'delete-removal-requests': () => purgeRemovals(db),
  }) satisfies Partial<JobRuns>;

/** Deletes rows in separate statements, until one finds less than it may delete. */
async function inBatches(stopping: AbortSignal, purge: (limit: number) => Promise<number>): Promise<void> {
  while (!stopping.aborted && (await purge(BATCH)) === BATCH);
}
