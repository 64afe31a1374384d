import pg from 'pg';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: lock_not_available */
const NOT_AVAILABLE = '55P03';

/**
 * SQL: sets the limit of a statement's waits for locks, without a round trip. It is an item of a
 * FROM list that is read before anything is locked, and ends with the transaction. `timeout` is a
 * text parameter, null for the limit of the session (`toStoredTimeout`).
 */
export const lockTimeout = (timeout: `$${number}`): string =>
  `(select set_config('lock_timeout', coalesce(${timeout}, current_setting('lock_timeout')), true)) lock`;

export const toStoredTimeout = (ms: number | null): string | null => (ms === null ? null : String(ms));

/** Whether a statement gave up on a lock. */
export const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === NOT_AVAILABLE;
