import type { KeyScope } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';

export type ApiKeyRow = {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly display: string;
  readonly scope: KeyScope;
  /** Address of who made it; null for the operator's command. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

type StoredCaller = { id: string; project_id: string; workspace_id: string; plan: string; scope: KeyScope };

const toCaller = ({ id, project_id, workspace_id, plan, scope }: StoredCaller): Caller => ({
  kind: 'key',
  ...{ id, plan, scope, projectId: project_id, workspaceId: workspace_id },
});

/** The caller of an active key, or null. */
export async function findCaller(db: Database, keySha256: Buffer): Promise<Caller | null> {
  const { rows } = await db.query<StoredCaller>({
    name: 'find_caller',
    text: `select k.id, p.id as project_id, p.workspace_id, p.plan, k.scope
           from api_keys k join projects p on p.id = k.project_id
           where k.key_sha256 = $1 and k.revoked_at is null`,
    values: [keySha256],
  });
  return rows[0] ? toCaller(rows[0]) : null;
}

/** The callers of those keys that are active, by the hash in hexadecimal. */
export async function findCallers(db: Database, keySha256s: readonly Buffer[]): Promise<Map<string, Caller>> {
  const { rows } = await db.query<StoredCaller & { hash: string }>({
    name: 'find_callers',
    text: `select encode(k.key_sha256, 'hex') as hash, k.id, p.id as project_id, p.workspace_id, p.plan, k.scope
           from api_keys k join projects p on p.id = k.project_id
           where k.key_sha256 = any($1::bytea[]) and k.revoked_at is null`,
    values: [keySha256s],
  });
  return new Map(rows.map((row) => [row.hash, toCaller(row)]));
}

/** Of these keys, those that are not revoked. */
export async function findActiveKeys(db: Database, keyIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find_active_keys',
    text: 'select id from api_keys where id = any($1::uuid[]) and revoked_at is null',
    values: [keyIds],
  });
  return rows.map(({ id }) => id);
}

/** Records that keys were used, at most once a minute each. Skips keys that another server notes at the same time. */
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

export async function insertApiKey(
  db: Database,
  key: {
    readonly id: string;
    readonly projectId: string;
    readonly name: string;
    readonly sha256: Buffer;
    readonly display: string;
    readonly scope?: KeyScope;
    /** The person who made it; null for the operator. */
    readonly createdBy?: string;
  },
): Promise<void> {
  await db.query({
    text: `insert into api_keys (id, project_id, name, key_sha256, display, scope, created_by)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [key.id, key.projectId, key.name, key.sha256, key.display, key.scope ?? 'all', key.createdBy ?? null],
  });
}

export async function listApiKeys(db: Database, projectId: string): Promise<ApiKeyRow[]> {
  const { rows } = await db.query<{
    id: string;
    project_id: string;
    name: string;
    display: string;
    scope: KeyScope;
    created_by: string | null;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
  }>({
    text: `select k.id, k.project_id, k.name, k.display, k.scope, u.email as created_by, k.created_at, k.last_used_at, k.revoked_at
           from api_keys k left join users u on u.id = k.created_by where k.project_id = $1 order by k.id`,
    values: [projectId],
  });
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    display: row.display,
    scope: row.scope,
    createdBy: row.created_by,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }));
}

/** False when there is no such active key. */
export async function revokeApiKey(db: Database, keyId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'update api_keys set revoked_at = now() where id = $1 and revoked_at is null',
    values: [keyId],
  });
  return rowCount === 1;
}

/** How many keys of a project have not been revoked. */
export async function countActiveKeys(tx: Database, projectId: string): Promise<number> {
  const { rows } = await tx.query<{ keys: number }>({
    text: 'select count(*)::int as keys from api_keys where project_id = $1 and revoked_at is null',
    values: [projectId],
  });
  return rows[0]!.keys;
}

/** How many keys of a workspace’s projects each person made that have not been revoked, by the id of the user. */
export async function countActiveKeysByMaker(db: Database, workspaceId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ created_by: string; keys: number }>({
    text: `select k.created_by, count(*)::int as keys from api_keys k join projects p on p.id = k.project_id
           where p.workspace_id = $1 and k.created_by is not null and k.revoked_at is null group by k.created_by`,
    values: [workspaceId],
  });
  return new Map(rows.map((row) => [row.created_by, row.keys]));
}

/** Revokes the keys of a workspace’s projects that one person made, and returns how many. */
export async function revokeKeysMadeBy(
  tx: Database,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<number> {
  const { rowCount } = await tx.query({
    text: `update api_keys k set revoked_at = now() from projects p
           where p.id = k.project_id and p.workspace_id = $1 and k.created_by = $2 and k.revoked_at is null`,
    values: [workspaceId, userId],
  });
  return rowCount ?? 0;
}

/** Revokes a key of a project, if it has not been. */
export async function revokeProjectKey(db: Database, projectId: string, keyId: string): Promise<void> {
  await db.query({
    text: 'update api_keys set revoked_at = now() where project_id = $1 and id = $2 and revoked_at is null',
    values: [projectId, keyId],
  });
}
