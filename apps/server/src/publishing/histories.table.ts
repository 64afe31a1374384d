import type { Database } from '../db/database.ts';
import { ACCEPTED_MS, FINGERPRINT, HISTORY, IS_OURS, TABLES } from './restore-guard.table.ts';

/** A server that was seen this long before the last one counts as running. */
const SEEN_WITHIN = '30 s';

const NEXT_XID = 'pg_snapshot_xmax(pg_current_snapshot())';

export type HistoryFacts = {
  /** Cluster and timeline; null on a standby. */
  readonly history: string | null;
  /** Time at which an operator last accepted the data; 0 for never. */
  readonly acceptedMs: number;
  /** The next transaction's id. */
  readonly nextXid: string;
  /** One of the commits is not there. */
  readonly isMissing: boolean;
};

/**
 * Reads the history of a connection, and whether it has these commits. It writes nothing: a write
 * takes the number of a lost commit. A status that PostgreSQL no longer keeps is that of a commit
 * tens of millions of transactions ago.
 */
export async function readHistory(db: Database, commits: readonly string[]): Promise<HistoryFacts> {
  const { rows } = await db.query<HistoryFacts>({
    name: 'read_history',
    text: `select case when not pg_is_in_recovery() then ${HISTORY} end as history,
             ${ACCEPTED_MS} as "acceptedMs",
             ${NEXT_XID}::text as "nextXid",
             coalesce((
               select bool_or(case when id >= ${NEXT_XID} then true else pg_xact_status(id) in ('aborted', 'in progress') end)
               from unnest($1::xid8[]) id), false) as "isMissing"`,
    values: [commits],
  });
  return rows[0]!;
}

/**
 * Records that a server has found its commits in a history. Returns the first transaction of all
 * histories since `known`: the commits of a server must be older.
 */
export async function joinHistory(
  db: Database,
  of: { readonly server: string; readonly history: string; readonly known: string; readonly nextXid: string },
): Promise<string> {
  await db.query({
    text: 'insert into histories (history, first_xid) values ($1, $2::xid8) on conflict (history) do nothing',
    values: [of.history, of.nextXid],
  });
  const { rows } = await db.query<{ first: string }>({
    text: `select first_xid::text as first from histories
           where history = $1 or split_part(history, '/', 1) = split_part($2, '/', 1) and history > $2
           order by first_xid limit 1`,
    values: [of.history, of.known],
  });
  return rows[0]!.first;
}

/** Records that all commits of a server are in a history. It keeps the time it was last seen. */
export async function confirmHistory(
  db: Database,
  of: { readonly server: string; readonly history: string },
): Promise<void> {
  await db.query({
    text: `insert into servers (id, history, seen_at) select $1, $2, coalesce(max(seen_at), now()) from servers
           on conflict (id) do update set history = excluded.history`,
    values: [of.server, of.history],
  });
}

/** Servers that ran before a promotion and have not checked it, and whether one found a loss. */
export async function readUnchecked(
  db: Database,
  history: string,
): Promise<{ readonly isOurs: boolean; readonly unchecked: readonly string[] }> {
  const { rows } = await db.query<{ isOurs: boolean; unchecked: string[] }>({
    text: `select coalesce((select ${IS_OURS} from restore_guard g), false) as "isOurs",
             array(
               select id::text from servers
               where history <> $1 and seen_at > (select max(seen_at) from servers) - interval '${SEEN_WITHIN}' order by id) as unchecked`,
    values: [history],
  });
  return rows[0]!;
}

/** Accepts another timeline of the same cluster as the data that servers work with. */
export async function acceptHistory(db: Database): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update restore_guard g set fingerprint = ${FINGERPRINT}, written_by = pg_current_xact_id()::xid
           where ${IS_OURS} and split_part(g.fingerprint, '/', 1) = split_part(${FINGERPRINT}, '/', 1) and g.fingerprint like '%/' || ${TABLES}`,
  });
  return rowCount === 1;
}

/** Records that a server runs on the history of this connection. */
export async function recordServer(db: Database, server: string): Promise<void> {
  await db.query({
    text: `with gone as (delete from servers where id <> $1 and seen_at < now() - interval '1 day')
           insert into servers (id, history, seen_at) values ($1, ${HISTORY}, now())
           on conflict (id) do update set history = excluded.history, seen_at = excluded.seen_at`,
    values: [server],
  });
}

/** Removes a server for which no other has to wait. */
export async function leaveHistory(db: Database, server: string): Promise<void> {
  await db.query({ text: 'delete from servers where id = $1', values: [server] });
}
