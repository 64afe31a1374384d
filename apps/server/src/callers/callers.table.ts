import type { KeyScope } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import type { Caller } from './caller.ts';

type StoredCaller = {
  id: string;
  project_id: string;
  workspace_id: string;
  plan: string;
  scope: KeyScope;
  expires_at: Date | null;
  is_moving: boolean;
};

/** SQL: whether the workspace of the project `p` is on its way to another cell, or there. */
const MOVING = `exists (
             select 1 from workspace_moves m where m.workspace_id = p.workspace_id and (m.state = 'left' or m.fenced_until > now()))`;
const IS_MOVING = `${MOVING} as is_moving`;

/** SQL: what is called with, a key or an access token of a connected app, which acts as its key. */
const secrets = (isAsked: (column: string) => string): string => `(
             select key_sha256 as sha256, id as key_id, null::timestamptz as expires_at from api_keys where ${isAsked('key_sha256')}
             union all
             select token_sha256, key_id, expires_at from oauth_tokens
             where ${isAsked('token_sha256')} and kind = 'access' and expires_at > now())`;
/** SQL: the key `k` is neither revoked nor over. */
const IS_LIVE = 'k.revoked_at is null and (k.expires_at is null or k.expires_at > now())';
const COLUMNS = `k.id, p.id as project_id, p.workspace_id, p.plan, k.scope, s.expires_at, ${IS_MOVING}`;

const toCaller = ({ id, project_id, workspace_id, plan, scope, expires_at, is_moving }: StoredCaller): Caller => ({
  kind: 'key',
  ...{ id, plan, scope, projectId: project_id, workspaceId: workspace_id },
  ...{ expiresAt: expires_at, isMoving: is_moving },
});

/** Finds the caller of an active key or access token; null for none. */
export async function findCaller(db: Database, keySha256: Buffer): Promise<Caller | null> {
  const { rows } = await db.query<StoredCaller>({
    name: 'find_caller',
    text: `select ${COLUMNS}
           from ${secrets((column) => `${column} = $1`)} s
           join api_keys k on k.id = s.key_id join projects p on p.id = k.project_id
           where ${IS_LIVE}`,
    values: [keySha256],
  });
  return rows[0] ? toCaller(rows[0]) : null;
}

/** Finds the callers of active keys and access tokens, by hash in hexadecimal. */
export async function findCallers(db: Database, keySha256s: readonly Buffer[]): Promise<Map<string, Caller>> {
  const { rows } = await db.query<StoredCaller & { hash: string }>({
    name: 'find_callers',
    text: `select encode(s.sha256, 'hex') as hash, ${COLUMNS}
           from ${secrets((column) => `${column} = any($1::bytea[])`)} s
           join api_keys k on k.id = s.key_id join projects p on p.id = k.project_id
           where ${IS_LIVE}`,
    values: [keySha256s],
  });
  return new Map(rows.map((row) => [row.hash, toCaller(row)]));
}

export async function findActiveKeys(db: Database, keyIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find_active_keys',
    text: `select k.id from api_keys k join projects p on p.id = k.project_id
           where k.id = any($1::uuid[]) and ${IS_LIVE} and not ${MOVING}`,
    values: [keyIds],
  });
  return rows.map(({ id }) => id);
}

/** Records the use of keys, at most once a minute each. Skips keys that another server records. */
export async function touchApiKeys(db: Database, keyIds: readonly string[]): Promise<void> {
  await db.query({
    name: 'touch_api_keys',
    text: `with used as (
             select id from api_keys
             where id = any($1::uuid[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')
             for no key update skip locked
           )
           update api_keys k set last_used_at = now() from used where k.id = used.id`,
    values: [keyIds],
  });
}
