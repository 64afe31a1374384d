import type { KeyScope } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import type { Caller } from './caller.ts';

type StoredCaller = {
  id: string;
  project_id: string;
  workspace_id: string;
  plan: string;
  scope: KeyScope;
  is_moving: boolean;
};

/** SQL: whether the workspace of the project `p` is on its way to another cell, or there. */
const MOVING = `exists (
             select 1 from workspace_moves m where m.workspace_id = p.workspace_id and (m.state = 'left' or m.fenced_until > now()))`;
const IS_MOVING = `${MOVING} as is_moving`;

const toCaller = ({ id, project_id, workspace_id, plan, scope, is_moving }: StoredCaller): Caller => ({
  kind: 'key',
  ...{ id, plan, scope, projectId: project_id, workspaceId: workspace_id, isMoving: is_moving },
});

/** Finds the caller of an active key; null for none. */
export async function findCaller(db: Database, keySha256: Buffer): Promise<Caller | null> {
  const { rows } = await db.query<StoredCaller>({
    name: 'find_caller',
    text: `select k.id, p.id as project_id, p.workspace_id, p.plan, k.scope, ${IS_MOVING}
           from api_keys k join projects p on p.id = k.project_id
           where k.key_sha256 = $1 and k.revoked_at is null`,
    values: [keySha256],
  });
  return rows[0] ? toCaller(rows[0]) : null;
}

/** Finds the callers of active keys, by hash in hexadecimal. */
export async function findCallers(db: Database, keySha256s: readonly Buffer[]): Promise<Map<string, Caller>> {
  const { rows } = await db.query<StoredCaller & { hash: string }>({
    name: 'find_callers',
    text: `select encode(k.key_sha256, 'hex') as hash, k.id, p.id as project_id, p.workspace_id, p.plan, k.scope, ${IS_MOVING}
           from api_keys k join projects p on p.id = k.project_id
           where k.key_sha256 = any($1::bytea[]) and k.revoked_at is null`,
    values: [keySha256s],
  });
  return new Map(rows.map((row) => [row.hash, toCaller(row)]));
}

export async function findActiveKeys(db: Database, keyIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find_active_keys',
    text: `select k.id from api_keys k join projects p on p.id = k.project_id
           where k.id = any($1::uuid[]) and k.revoked_at is null and not ${MOVING}`,
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
