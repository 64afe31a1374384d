import { type Decision, readEventsStart, WEBHOOK_REFUSALS } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { fromPublicId } from '../process/ids.ts';
import { findEventPosition } from './events.table.ts';

/** Finds the position to continue after; null without a cursor. */
export async function findStartPosition(
  { db }: { readonly db: Database },
  projectId: string,
  cursor: string | undefined,
): Promise<Decision<{ readonly position: number | null }>> {
  const start = readEventsStart(cursor);
  if (!start.ok) return start;
  const { after } = start;
  if (after === null) return { ok: true, position: null };
  if ('position' in after) return { ok: true, position: after.position };
  const eventId = fromPublicId('evt', after.eventId);
  const position = eventId === null ? null : await findEventPosition(db, projectId, eventId);
  return position === null ? WEBHOOK_REFUSALS.noSuchPlace() : { ok: true, position };
}
