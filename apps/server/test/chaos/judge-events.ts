import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicId } from '../../src/ids.ts';
import type { Received } from './event-receiver.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import type { World } from './world.ts';

const SETTLE_MS = 60_000;

/** What should be: one event for each target and post that has settled, two where a first comment has ended. */
const EXPECTED = `
  select t.id as subject, 'target.' || t.status as type from targets t where t.done
  union all select t.id, 'comment.' || t.comment_status from targets t where t.done and t.comment_status in ('published', 'failed')
  union all select p.post_id, 'post' from (select post_id, bool_and(done) as is_over from targets group by post_id) p where p.is_over`;

type Row = {
  id: string;
  subject: string;
  type: string;
  position: number | null;
  body: string | null;
  state: string | null;
};

export type EventJudgement = {
  readonly events: number;
  readonly attempts: number;
  readonly violations: readonly string[];
};

/**
 * Waits until every event was delivered, and compares what has settled with the events, and the events with what the receiver accepted: none lost, none
 * invented, one body each. Retries that are hours away are made due.
 */
export async function judgeEvents(
  { postgres }: World,
  received: ReadonlyMap<string, Readonly<Received>>,
): Promise<EventJudgement> {
  const endAt = Date.now() + SETTLE_MS * TIMEOUT_FACTOR;
  const isOpen = async (): Promise<boolean> => {
    await postgres.query(
      `update webhook_deliveries set next_attempt_at = now() where state = 'pending' and next_attempt_at > now()`,
    );
    const [open] = await postgres.query<{ n: number }>(
      `select (select count(*) from events where position is null)::int + (select count(*) from webhook_deliveries where state = 'pending')::int as n`,
    );
    return open!.n > 0;
  };
  while ((await isOpen()) && Date.now() < endAt) await sleep(200);

  const expected = await postgres.query<{ subject: string; type: string }>(EXPECTED);
  const rows = await postgres.query<Row>(
    `select v.id, coalesce(v.target_id, v.post_id) as subject, case when v.target_id is null then 'post' else v.type end as type, v.position::int, v.body, d.state
     from events v left join webhook_deliveries d on d.project_id = v.project_id and d.event_id = v.id
     where v.post_id is not null`,
  );
  const violations: string[] = [];
  const count = new Map<string, number>();
  const nameOf = ({ subject, type }: { subject: string; type: string }) => `${type} of ${subject}`;
  for (const row of rows) count.set(nameOf(row), (count.get(nameOf(row)) ?? 0) + 1);
  for (const wanted of expected) {
    const found = count.get(nameOf(wanted)) ?? 0;
    if (found === 0) violations.push(`events: ${nameOf(wanted)} was lost`);
    if (found > 1) violations.push(`events: ${nameOf(wanted)} was written ${found} times`);
    count.delete(nameOf(wanted));
  }
  for (const name of count.keys()) violations.push(`events: ${name} was invented`);

  // Those of accounts too.
  const all = await postgres.query<{ id: string }>('select id from events');
  const known = new Set(all.map(({ id }) => toPublicId('evt', id)));
  for (const { id, position, body, state, ...row } of rows) {
    const publicId = toPublicId('evt', id);
    const arrived = received.get(publicId);
    const what = `events: ${nameOf(row)} (${publicId})`;
    if (position === null || body === null) violations.push(`${what} is not public`);
    else if (!arrived || arrived.accepted === 0) violations.push(`${what} was not accepted by the receiver`);
    else if (arrived.sha256.size > 1 || !arrived.sha256.has(createHash('sha256').update(body).digest('hex')))
      violations.push(`${what} arrived with other bytes`);
    if (state !== 'delivered') violations.push(`${what} has a delivery that is ${state ?? 'missing'}`);
  }
  for (const id of received.keys()) if (!known.has(id)) violations.push(`events: ${id} arrived and does not exist`);
  const gaps = await postgres.query<{ project_id: string }>(
    `select project_id from events where position is not null group by project_id having count(*) <> max(position) or count(distinct position) <> count(*)`,
  );
  for (const { project_id } of gaps) violations.push(`events: the positions of project ${project_id} have gaps`);
  const attempts = [...received.values()].reduce((sum, entry) => sum + entry.attempts, 0);
  return { events: rows.length, attempts, violations };
}
