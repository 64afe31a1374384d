/**
 * How an event is written, as a CTE for the statement that changes the state: both take effect or neither does (docs/adr/0026). The relay gives it its body
 * and makes it public.
 */

/**
 * A new UUIDv7 (RFC 9562) in SQL: one statement may write many events, so they get their ids there. The milliseconds of the database's clock replace the first
 * 48 bits of a random UUID, whose version becomes 7. PostgreSQL has a function for it only since 18.
 */
export const NEW_ID = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
                 placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/** SQL over the row `e` that an event is about. What is left out is null. */
export type EventColumns = {
  readonly type: string;
  readonly postId?: string;
  readonly targetId?: string;
  readonly accountId?: string;
  readonly platform?: string;
  /** A jsonb object. */
  readonly facts?: string;
  /** A text that is unique in the project: the event is written once, however many statements try. */
  readonly once?: string;
  /** The relay does not take the event earlier; default: at once. */
  readonly showAt?: string;
  /** Which rows have an event; default: each of them. */
  readonly where?: string;
};

/** Writes an event for each row `e` of `from`, which has `project_id`: the CTE `cte`. `from` is a CTE of the statement, or an item of its own. */
export const emit = (from: string, columns: EventColumns, cte = 'event'): string =>
  `${cte} as (
             ${insertEvents(from, columns)}
           )`;

/** The statement of that CTE, for `.with('event', knex.raw(…))`. */
export const insertEvents = (from: string, columns: EventColumns): string => {
  const { type, where, once, showAt = 'now()', facts = "'{}'::jsonb" } = columns;
  const { postId = 'null::uuid', targetId = 'null::uuid', accountId = 'null::uuid', platform = 'null' } = columns;
  return `insert into events (project_id, id, type, post_id, target_id, account_id, platform, facts, once, show_at)
             select e.project_id, ${NEW_ID}, ${type}, ${postId}, ${targetId}, ${accountId}, ${platform}, ${facts}, ${once ?? 'null'}, ${showAt}
             from ${from} e${where === undefined ? '' : ` where ${where}`}
             ${once === undefined ? '' : 'on conflict (project_id, once) where once is not null do nothing'}`;
};
