import type { Database } from '../db/database.ts';

/** A call of the API as it is logged: no query, no body, no header. */
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

/** Writes a lot of calls with one statement. */
export async function insertLoggedCalls(db: Database, calls: readonly LoggedCall[]): Promise<void> {
  await db.query({
    name: 'insert_logged_calls',
    text: `insert into request_log (project_id, id, at, method, path, status, duration_ms, request_id, key_id, error_code, error_message)
           select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[], $9::uuid[],
             $10::text[], $11::text[])`,
    values: [
      calls.map(({ projectId }) => projectId),
      calls.map(({ id }) => id),
      calls.map(({ at }) => at),
      calls.map(({ method }) => method),
      calls.map(({ path }) => path),
      calls.map(({ status }) => status),
      calls.map(({ durationMs }) => durationMs),
      calls.map(({ requestId }) => requestId),
      calls.map(({ keyId }) => keyId),
      calls.map(({ error }) => error?.code ?? null),
      calls.map(({ error }) => error?.message ?? null),
    ],
  });
}

export type CallFilter = {
  readonly onlyErrors: boolean;
  readonly requestId: string | null;
  /** Only older ones; null from the newest on. */
  readonly before: string | null;
  readonly limit: number;
};

/** Newest first: ids are in the order of time. */
export async function listLoggedCalls(db: Database, projectId: string, filter: CallFilter): Promise<LoggedCallRow[]> {
  const { rows } = await db.query<{
    id: string;
    at: Date;
    method: string;
    path: string;
    status: number;
    duration_ms: number;
    request_id: string;
    key_id: string | null;
    key_name: string | null;
    error_code: string | null;
    error_message: string | null;
  }>({
    text: `select r.id, r.at, r.method, r.path, r.status, r.duration_ms, r.request_id, r.key_id, k.name as key_name, r.error_code, r.error_message
           from request_log r left join api_keys k on k.id = r.key_id and k.project_id = r.project_id
           where r.project_id = $1 and ($2::uuid is null or r.id < $2) and ($3::text is null or r.request_id = $3)
             ${filter.onlyErrors ? 'and r.status >= 400' : ''}
           order by r.id desc limit $4`,
    values: [projectId, filter.before, filter.requestId, filter.limit],
  });
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    method: row.method,
    path: row.path,
    status: row.status,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    key: row.key_id !== null && row.key_name !== null ? { id: row.key_id, name: row.key_name } : null,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  }));
}

/** Deletes at most `limit` calls that are older; returns how many. */
export async function purgeLoggedCalls(
  db: Database,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from request_log where (project_id, id) in (
             select project_id, id from request_log where at < now() - make_interval(days => $1) order by at limit $2)`,
    values: [days, limit],
  });
  return rowCount ?? 0;
}
