import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

/** Logged API call: no query, no body, no header. */
export type LoggedCall = {
  readonly id: string;
  readonly projectId: string;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  /** Null for the dashboard. */
  readonly keyId: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type LoggedCallRow = Omit<LoggedCall, 'projectId' | 'keyId'> & {
  readonly key: { readonly id: string; readonly name: string } | null;
};

/** Inserts calls from one parameter: hundreds of rows as a list of values take longer to parse. */
export async function insertLoggedCalls(db: Database, calls: readonly LoggedCall[]): Promise<void> {
  const rows = calls.map(({ projectId, durationMs, requestId, keyId, error, ...call }) => ({
    ...{ ...call, project_id: projectId, duration_ms: durationMs, request_id: requestId, key_id: keyId },
    ...{ error_code: error?.code ?? null, error_message: error?.message ?? null },
  }));
  const all = knex.raw('select * from jsonb_populate_recordset(null::request_log, ?)', [JSON.stringify(rows)]);
  await knex('requestLog').connection(db).insert(all);
}

type StoredCall = Omit<LoggedCallRow, 'key' | 'error'> & {
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
};

export type CallFilter = {
  readonly onlyErrors: boolean;
  readonly requestId: string | null;
  /** Id before which calls are listed; null for the newest. */
  readonly before: string | null;
  readonly limit: number;
};

/** Lists calls, newest first: ids are in order of time. */
export async function listLoggedCalls(db: Database, projectId: string, filter: CallFilter): Promise<LoggedCallRow[]> {
  const { onlyErrors, requestId, before, limit } = filter;
  const rows = await knex('requestLog as r')
    .connection(db)
    .leftJoin('apiKeys as k', { 'k.id': 'r.keyId', 'k.projectId': 'r.projectId' })
    .where({ 'r.projectId': projectId, ...(requestId !== null && { requestId }) })
    .modify((calls) => before !== null && calls.where('r.id', '<', before))
    .modify((calls) => onlyErrors && calls.where('status', '>=', 400))
    .orderBy('r.id', 'desc')
    .limit(limit)
    .select<StoredCall[]>(
      ...['r.id', 'at', 'method', 'path', 'status', 'durationMs', 'requestId', 'keyId', 'k.name as keyName'],
      ...['errorCode', 'errorMessage'],
    );
  return rows.map(({ keyId, keyName, errorCode, errorMessage, ...call }) => ({
    ...call,
    key: keyId !== null && keyName !== null ? { id: keyId, name: keyName } : null,
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
  }));
}

/** Deletes up to `limit` old calls. Returns how many. */
export async function purgeLoggedCalls(
  db: Database,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const old = knex('requestLog').whereRaw('at < now() - make_interval(days => ?)', [days]).orderBy('at').limit(limit);
  return knex('requestLog').connection(db).whereIn(['projectId', 'id'], old.select('projectId', 'id')).delete();
}
