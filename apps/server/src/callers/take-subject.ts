import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { takeRateLimit } from './rate-limits.table.ts';

/** Limit of an address, a client or a workspace. */
export type SubjectLimit = { readonly name: string; readonly perMinute: number; readonly burstSeconds: number };

const DAY_SECONDS = 86_400;
/** Makes a limit of `count` per day, all of which may come at once. */
export const perDay = (name: string, count: number): SubjectLimit => ({
  name,
  perMinute: count / 1_440,
  burstSeconds: DAY_SECONDS,
});

/** Takes one of a limit. Returns 0, or the seconds to wait. */
export async function takeSubject(db: Database, limit: SubjectLimit, subject: string): Promise<number> {
  const { isAllowed, aheadMs } = await takeRateLimit(db, uuidOf(`${limit.name}:${subject}`), limit);
  const intervalMs = 60_000 / limit.perMinute;
  return isAllowed ? 0 : Math.max(1, Math.ceil((aheadMs + intervalMs - limit.burstSeconds * 1_000) / 1_000));
}

/** Makes a UUID for the limiter's counters (RFC 9562, 5.8: version 8 is application-specific). */
function uuidOf(subject: string): string {
  const hex = createHash('sha256').update(subject).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
