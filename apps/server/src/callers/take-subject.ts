import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { takeRateLimit } from './rate-limits.table.ts';

/** A limit of what is no key: an address, a client, a workspace. */
export type SubjectLimit = { readonly name: string; readonly perMinute: number; readonly burstSeconds: number };

const DAY_SECONDS = 86_400;
/** So many in a day, all of which may come at once. */
export const perDay = (name: string, count: number): SubjectLimit => ({
  name,
  perMinute: count / 1_440,
  burstSeconds: DAY_SECONDS,
});

/** Takes one of a limit. Seconds until there is one; 0 when it was taken. */
export async function takeSubject(db: Database, limit: SubjectLimit, subject: string): Promise<number> {
  const { isAllowed, aheadMs } = await takeRateLimit(db, uuidOf(`${limit.name}:${subject}`), limit);
  const intervalMs = 60_000 / limit.perMinute;
  return isAllowed ? 0 : Math.max(1, Math.ceil((aheadMs + intervalMs - limit.burstSeconds * 1_000) / 1_000));
}

/** The counters of the limiter have UUIDs; RFC 9562, 5.8: version 8 is made in the application's own way. */
function uuidOf(subject: string): string {
  const hex = createHash('sha256').update(subject).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
