/**
 * SQL that writes an event in the statement that changes the state (docs/adr/0026). The relay adds
 * the body and makes the event public.
 */

/**
 * SQL of a new UUIDv7 (RFC 9562), because one statement may write many events. Milliseconds of the
 * database's clock replace the first 48 bits of a random UUID. PostgreSQL has a function for it
 * only since 18.
 */
export const NEW_ID = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
                 placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/** SQL over the row `e` that an event is about. Absent fields are null. */
export type EventColumns = {
  readonly type: string;
  readonly postId?: string;
  readonly targetId?: string;
  readonly accountId?: string;
  readonly platform?: string;
  /** A jsonb object. */
  readonly facts?: string;
  /** Text that is unique in the project: the event is written once, however many statements try. */
  readonly once?: string;
  /** Earliest time for the relay; default: now. */
  readonly showAt?: string;
  /** Condition of rows with an event; default: all rows. */
  readonly where?: string;
};

/** CTE that writes an event for each row `e` of `from`, a CTE or FROM item with `project_id`. */
export const emit = (from: string, columns: EventColumns, cte = 'event'): string =>
  `${cte} as (
             ${insertEvents(from, columns)}
           )`;

/** Statement of that CTE, for `.with('event', knex.raw(…))`. */
export const insertEvents = (from: string, columns: EventColumns): string => {
  const { type, where, once, showAt = 'now()', facts = "'{}'::jsonb" } = columns;
  const { postId = 'null::uuid', targetId = 'null::uuid', accountId = 'null::uuid', platform = 'null' } = columns;
  return `insert into events (project_id, id, type, post_id, target_id, account_id, platform, facts, once, show_at)
             select e.project_id, ${NEW_ID}, ${type}, ${postId}, ${targetId}, ${accountId}, ${platform}, ${facts}, ${once ?? 'null'}, ${showAt}
             from ${from} e${where === undefined ? '' : ` where ${where}`}
             ${once === undefined ? '' : 'on conflict (project_id, once) where once is not null do nothing'}`;
};
