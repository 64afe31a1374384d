import type { KeyScope } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

export type ApiKeyRow = {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly display: string;
  readonly scope: KeyScope;
  /** Address of its maker; null for the operator's command. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

const keys = (db: Database) => knex('apiKeys').connection(db);

const activeKeys = (db: Database) => keys(db).where({ revokedAt: null });

/** Connected apps are listed and counted apart (oauth/apps.table.ts). */
const NO_APP = { oauthClient: null };

export async function insertApiKey(
  db: Database,
  key: {
    readonly id: string;
    readonly projectId: string;
    readonly name: string;
    readonly sha256: Buffer;
    readonly display: string;
    readonly scope?: KeyScope;
    /** User who made it; null for the operator. */
    readonly createdBy?: string;
  },
): Promise<void> {
  const { id, projectId, name, sha256, display, scope = 'all', createdBy = null } = key;
  await keys(db).insert({ id, projectId, name, keySha256: sha256, display, scope, createdBy });
}

export async function listApiKeys(db: Database, projectId: string): Promise<ApiKeyRow[]> {
  return knex('apiKeys as k')
    .connection(db)
    .leftJoin('users as u', 'u.id', 'k.createdBy')
    .where({ projectId, ...NO_APP })
    .orderBy('k.id')
    .select<ApiKeyRow[]>(
      ...['k.id', 'k.projectId', 'k.name', 'k.display', 'k.scope', 'u.email as createdBy', 'k.createdAt'],
      ...['k.lastUsedAt', 'k.revokedAt'],
    );
}

/** Returns false when there is no such active key. */
export async function revokeApiKey(db: Database, keyId: string): Promise<boolean> {
  return (await activeKeys(db).where({ id: keyId }).update({ revokedAt: knex.fn.now() })) === 1;
}

export async function countActiveKeys(tx: Database, projectId: string): Promise<number> {
  const counted = await activeKeys(tx)
    .where({ projectId, ...NO_APP })
    .count({ keys: '*' })
    .first<{ keys: number }>();
  return counted.keys;
}

/** Counts active keys of a workspace’s projects by the user who made them. */
export async function countActiveKeysByMaker(db: Database, workspaceId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await activeKeys(db)
    .whereIn('projectId', knex('projects').where({ workspaceId }).select('id'))
    .where(NO_APP)
    .whereNotNull('createdBy')
    .groupBy('createdBy')
    .select('createdBy')
    .count<{ createdBy: string; keys: number }[]>({ keys: '*' });
  return new Map(rows.map(({ createdBy, keys: count }) => [createdBy, count]));
}

/** Revokes the keys of a workspace’s projects that a user made. Returns how many. */
export async function revokeKeysMadeBy(
  tx: Database,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<number> {
  return activeKeys(tx)
    .whereIn('projectId', knex('projects').where({ workspaceId }).select('id'))
    .where({ createdBy: userId, ...NO_APP })
    .update({ revokedAt: knex.fn.now() });
}

export async function revokeProjectKey(db: Database, projectId: string, keyId: string): Promise<void> {
  await activeKeys(db)
    .where({ projectId, id: keyId, ...NO_APP })
    .update({ revokedAt: knex.fn.now() });
}
