import type { Database } from '../db/database.ts';
import { purgeRateLimits } from '../http/rate-limits.table.ts';
import { purgeMails } from '../mail/mails.table.ts';
import { purgeInvitations } from '../members/invitations.table.ts';
import { purgeSessions } from '../sessions/sessions.table.ts';
import { purgeSignIns } from './sign-ins.table.ts';

/** Deletes what sign-ins leave behind: ended links, invitations and sessions, useless mails, full counters. */
export async function purgeSignIn(db: Database): Promise<void> {
  await purgeSignIns(db);
  await purgeSessions(db);
  await purgeInvitations(db);
  await purgeMails(db);
  await purgeRateLimits(db);
}
