import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toPublicId } from '../../src/process/ids.ts';
import type { EventReceiver } from './event-receiver.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import type { World } from './world.ts';

/** Without progress for so long, what is still open counts as lost. */
const STANDSTILL_MS = 60_000;

/**
 * Events that should be there: one event for each target and post that has settled, two where a
 * first comment has ended.
 */
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
  /** In words: how many events, and what is wrong with them. */
  readonly notes: string;
  readonly violations: readonly string[];
};

/**
 * Waits until every event was delivered, and compares what has settled with the events, and the
 * events with what the receiver accepted: none lost, none invented, one body each. Retries that are
 * hours away are made due.
 */
export async function judgeEvents(
  { postgres }: World,
  { received, verified }: Pick<EventReceiver, 'received' | 'verified'>,
): Promise<EventJudgement> {
  const countOpen = async (): Promise<number> => {
    await postgres.query(
      `update webhook_deliveries set next_attempt_at = now() where state = 'pending' and next_attempt_at > now()`,
    );
    const [open] = await postgres.query<{ n: number }>(
      `select (select count(*) from events where position is null)::int + (select count(*) from webhook_deliveries where state = 'pending')::int as n`,
    );
    return open!.n;
  };
  let fewest = Number.POSITIVE_INFINITY;
  let endAt = 0;
  for (let open = await countOpen(); open > 0; open = await countOpen()) {
    if (open < fewest) endAt = Date.now() + STANDSTILL_MS * TIMEOUT_FACTOR;
    fewest = Math.min(fewest, open);
    if (Date.now() > endAt) break;
    await sleep(200);
  }

  const expected = await postgres.query<{ subject: string; type: string }>(EXPECTED);
  const rows = await postgres.query<Row>(
    `select v.id, coalesce(v.target_id, v.post_id) as subject, case when v.target_id is null then 'post' else v.type end as type, v.position::int, v.body, d.state
     from events v left join webhook_deliveries d on d.project_id = v.project_id and d.event_id = v.id
     where v.post_id is not null`,
  );
  const violations: string[] = [];
  const written = new Map<string, number>();
  const nameOf = ({ subject, type }: { subject: string; type: string }) => `${type} of ${subject}`;
  for (const row of rows) written.set(nameOf(row), (written.get(nameOf(row)) ?? 0) + 1);
  for (const wanted of expected) {
    const found = written.get(nameOf(wanted)) ?? 0;
    if (found === 0) violations.push(`events: ${nameOf(wanted)} was lost`);
    if (found > 1) violations.push(`events: ${nameOf(wanted)} was written ${found} times`);
    written.delete(nameOf(wanted));
  }
  for (const name of written.keys()) violations.push(`events: ${name} was invented`);

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
  const { attempts, standardwebhooks, svix, rotated } = verified;
  if (standardwebhooks < attempts)
    violations.push(`events: standardwebhooks verified ${standardwebhooks} of ${attempts}`);
  if (svix < attempts) violations.push(`events: svix verified ${svix} of ${attempts}`);
  const count = (pattern: RegExp) => violations.filter((violation) => pattern.test(violation)).length;
  const notes = [
    `${rows.length} events: ${count(LOST)} lost, ${count(INVENTED)} invented, ${count(/other bytes$/)} with other bytes`,
    `${attempts} attempts, ${rotated} of them during a rotation: ${standardwebhooks} verified by standardwebhooks, ${svix} by svix`,
  ];
  return { notes: notes.join('; '), violations };
}

const LOST = / (?:was lost|was not accepted by the receiver|is not public)$/;
const INVENTED = / (?:was invented|was written \d+ times|does not exist)$/;
