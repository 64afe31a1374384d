/**
 * Each named statement is planned once for a session. PostgreSQL would otherwise plan a statement with short arrays again and again, which costs more than running
 * it. A plan that is kept must suit a table that has grown since: it reads rows by an index, also where the table was small.
 */
const KEPT_PLANS = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off;';

/** What statements and the driver rely on. A database or a role may have other defaults (`alter database … set`, `alter role … set`). */
const FORMATS = `set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set standard_conforming_strings = on; set array_nulls = on; set transform_null_equals = off;`;
const TRANSACTIONS =
  "set default_transaction_isolation = 'read committed'; set default_transaction_read_only = off; set default_transaction_deferrable = off;";

/**
 * The schema with our tables comes first and alone: another one may have tables of the same names. Before the first migration it is the one that the role's
 * `search_path` leads to.
 */
const SCHEMA = `select set_config('search_path', coalesce(
    (select quote_ident(n.nspname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.oid = coalesce(to_regclass('write_intents'), to_regclass(quote_ident(current_user) || '.write_intents'), to_regclass('public.write_intents'))),
    quote_ident(current_schema()), 'public'), false)`;

/** PostgreSQL 17 and newer: a limit of whole transactions. */
const NO_TRANSACTION_LIMIT = `select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) is not null`;

export type SessionLimits = {
  /** 0 for none. */
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly idleInTransactionMs: number;
};

/** Of what may take any time, such as a migration. */
export const NO_LIMITS: SessionLimits = { statementTimeoutMs: 0, lockTimeoutMs: 0, idleInTransactionMs: 0 };

/**
 * SQL: settings of a session. A statement and not part of the start-up packet, because PgBouncer refuses connections with `options` there
 * (https://www.pgbouncer.org/config.html, `ignore_startup_parameters`, checked 2026-11).
 */
export const sessionSettings = (limits: SessionLimits, keepsPlans = false): string =>
  // The limit comes first: the role's may be shorter than these statements take. jit costs milliseconds on statements that take microseconds.
  `set statement_timeout = ${limits.statementTimeoutMs}; set lock_timeout = ${limits.lockTimeoutMs};
  set idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}; set idle_session_timeout = 0; ${NO_TRANSACTION_LIMIT};
  ${FORMATS} ${TRANSACTIONS} set jit = off; ${keepsPlans ? KEPT_PLANS : ''} ${SCHEMA}`;
