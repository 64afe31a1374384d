import { APP_LIMITS } from '@fanfare/app-contract';
import { LIMITS } from '@fanfare/contract';
import { purgeConnectAttempts } from './connect/connect-attempts.table.ts';
import { purgeLoggedCalls } from './dashboard-api/request-log.table.ts';
import type { Database } from './db/database.ts';
import { purgeEvents } from './events/events.table.ts';
import { purgeRateLimits } from './http/rate-limits.table.ts';
import type { JobRuns } from './jobs/job-list.ts';
import { purgeMails } from './mail/mails.table.ts';
import { purgeInvitations } from './members/invitations.table.ts';
import { purgeRemovals } from './removal/removal-requests.table.ts';
import { purgeSessions } from './sessions/sessions.table.ts';
import { purgeSignIns } from './sign-in/sign-ins.table.ts';

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
