import type { KeyScope } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

/** A connected app: the key of a project that OAuth made for a client. */
export type AppRow = {
  readonly id: string;
  /** The client's own name. */
  readonly name: string;
  readonly oauthClient: string;
  readonly scope: KeyScope;
  /** Address of who approved it; null for people who have left the installation. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
};

const apps = (db: Database) => knex('apiKeys as k').connection(db).whereNotNull('k.oauthClient');

/** Apps that are neither revoked nor over. */
const liveApps = (db: Database) => apps(db).where({ 'k.revokedAt': null }).where('k.expiresAt', '>', knex.fn.now());

export async function insertApp(
  tx: Database,
  app: {
    readonly id: string;
    readonly projectId: string;
    readonly name: string;
    readonly display: string;
    readonly oauthClient: string;
    readonly scope: string;
    readonly createdBy: string;
    readonly days: number;
  },
): Promise<void> {
  const { id, projectId, name, display, oauthClient, scope, createdBy, days } = app;
  const expiresAt = knex.raw('now() + make_interval(days => ?)', [days]);
  await knex('apiKeys')
    .connection(tx)
    .insert({ id, projectId, name, display, oauthClient, scope, createdBy, keySha256: null, expiresAt });
}

/** Lists the connected apps of a project, newest first. */
export async function listApps(db: Database, projectId: string): Promise<AppRow[]> {
  return liveApps(db)
    .leftJoin('users as u', 'u.id', 'k.createdBy')
    .where({ 'k.projectId': projectId })
    .orderBy('k.id', 'desc')
    .select<AppRow[]>(
      ...['k.id', 'k.name', 'k.oauthClient', 'k.scope', 'u.email as createdBy', 'k.createdAt', 'k.lastUsedAt'],
      'k.expiresAt',
    );
}

export async function countApps(tx: Database, projectId: string): Promise<number> {
  const counted = await liveApps(tx).where({ 'k.projectId': projectId }).count({ apps: '*' }).first<{ apps: number }>();
  return counted.apps;
}

/** Returns false when the project has no such connected app. */
export async function revokeApp(db: Database, projectId: string, id: string): Promise<boolean> {
  const revoked = apps(db).where({ 'k.projectId': projectId, 'k.id': id, 'k.revokedAt': null });
  return (await revoked.update({ revokedAt: knex.fn.now() })) === 1;
}

/** Revokes the apps that a user connected to a workspace’s projects. Returns how many. */
export async function revokeAppsOf(
  tx: Database,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<number> {
  return liveApps(tx)
    .whereIn('k.projectId', knex('projects').where({ workspaceId }).select('id'))
    .where({ 'k.createdBy': userId })
    .update({ revokedAt: knex.fn.now() });
}

/** Deletes apps that ended a month ago, and ends those whose last token has ended. */
export async function purgeApps(db: Database): Promise<number> {
  const tokens = knex('oauthTokens as t').where({ 't.keyId': knex.ref('k.id') });
  await liveApps(db)
    .whereNotExists(tokens.where('t.expiresAt', '>', knex.fn.now()))
    .update({ revokedAt: knex.fn.now() });
  return apps(db).whereRaw("least(k.revoked_at, k.expires_at) < now() - interval '30 days'").delete();
}
