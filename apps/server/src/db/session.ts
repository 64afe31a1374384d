/**
 * Plans each named statement once per session: planning statements with short arrays costs more
 * than running them. A kept plan reads by an index, so that it suits a table that has grown.
 */
const KEPT_PLANS = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off;';

/** Formats that our code relies on. A database or role may have other defaults. */
const FORMATS = `set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set standard_conforming_strings = on; set array_nulls = on; set transform_null_equals = off;`;
const TRANSACTIONS = "set default_transaction_isolation = 'read committed'; set default_transaction_deferrable = off;";
/** A role may only read by default. */
const WRITES = 'set default_transaction_read_only = off;';

/**
 * Puts the schema with our tables first and alone, as another one may have the same names. Before
 * the first migration it is the first one of the role's `search_path`.
 */
const SCHEMA = `select set_config('search_path', coalesce(
    (select quote_ident(n.nspname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.oid = coalesce(to_regclass('write_intents'), to_regclass(quote_ident(current_user) || '.write_intents'), to_regclass('public.write_intents'))),
    quote_ident(current_schema()), 'public'), false)`;

/** A limit of PostgreSQL 17 and newer for whole transactions. */
const NO_TRANSACTION_LIMIT = `select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) is not null`;

export type SessionLimits = {
  /** 0 for none. */
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly idleInTransactionMs: number;
};

/** Limits for work of any length, such as a migration. */
export const NO_LIMITS: SessionLimits = { statementTimeoutMs: 0, lockTimeoutMs: 0, idleInTransactionMs: 0 };

/**
 * SQL: settings of a session, as a statement: PgBouncer refuses `options` in the start-up packet
 * (https://www.pgbouncer.org/config.html, `ignore_startup_parameters`, checked 2026-11).
 */
export const sessionSettings = (
  limits: SessionLimits,
  { keepsPlans = false, keepsReadOnly = false }: { keepsPlans?: boolean | undefined; keepsReadOnly?: boolean } = {},
): string =>
  // The timeout comes first, as the role's may be too short. jit costs milliseconds.
  `set statement_timeout = ${limits.statementTimeoutMs}; set lock_timeout = ${limits.lockTimeoutMs};
  set idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}; set idle_session_timeout = 0; ${NO_TRANSACTION_LIMIT};
  ${FORMATS} ${TRANSACTIONS} ${keepsReadOnly ? '' : WRITES} set jit = off; ${keepsPlans ? KEPT_PLANS : ''} ${SCHEMA}`;
