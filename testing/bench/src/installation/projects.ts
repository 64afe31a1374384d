import { Secret } from '@fanfare/network';
import type pg from 'pg';
import { storeCredential } from '../../../../apps/server/src/accounts/credentials/store-credential.ts';
import { mintApiKey } from '../../../../apps/server/src/callers/api-key.ts';
import { insertApiKey } from '../../../../apps/server/src/callers/api-keys.table.ts';
import { insertProject, insertWorkspace } from '../../../../apps/server/src/callers/projects/projects.table.ts';
import { readEncryptionKeys } from '../../../../apps/server/src/config/encryption-keys.ts';
import { systemClock } from '../../../../apps/server/src/process/clock.ts';
import { ids, toPublicId } from '../../../../apps/server/src/process/ids.ts';
import { createKeyRing, type KeyRing } from '../../../../apps/server/src/process/key-ring.ts';

export const ENCRYPTION_KEYS = `bench:${ids.secret(32).toString('base64')}`;

export type Project = {
  readonly id: string;
  readonly apiKey: string;
  /** The id of an account of X, as callers see it. */
  readonly accountId: string;
};

const KINDS = { project: 1, account: 2, post: 3, target: 4 } as const;

/** Ids that a script of pgbench can compute from a number. */
export const uuidOf = (kind: keyof typeof KINDS, n: number): string =>
  `0000000${KINDS[kind]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];

const MONTH_MS = 30 * 86_400_000;

/** Writes projects, keys, accounts and credentials with the statements of the server. */
export async function addProjects(db: pg.Pool, count: number): Promise<readonly Project[]> {
  const projects: Project[] = [];
  for (let n = 1; n <= count; n++) {
    const [id, workspace] = [uuidOf('project', n), ids.uuid()];
    const { key, sha256, display } = mintApiKey(ids);
    await insertWorkspace(db, { id: workspace, name: 'Bench' });
    await insertProject(db, { id, workspaceId: workspace, name: 'Bench', plan: 'self_hosted' });
    await insertApiKey(db, { id: ids.uuid(), projectId: id, name: 'First key', sha256, display });
    projects.push({ id, apiKey: key, accountId: await addAccount(db, id, n) });
  }
  return projects;
}

/** Returns the id of the account as callers see it. */
async function addAccount(db: pg.Pool, projectId: string, n: number): Promise<string> {
  const accountId = uuidOf('account', n);
  await db.query(
    `insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at)
     values ($1, $2, 'x', $3, $3, 'active', now())`,
    [projectId, accountId, `bench${n}`],
  );
  const credential = {
    accessToken: new Secret(`token-${n}`),
    refreshToken: null,
    refreshExpiresAt: null,
    expiresAt: Date.now() + MONTH_MS,
    scopes: SCOPES,
  };
  const deps = { keyRing: openKeyRing(), clock: systemClock, randomBytes: ids.secret };
  await storeCredential(deps, db, { projectId, accountId }, { credential, grantId: ids.uuid() });
  return toPublicId('acc', accountId);
}

/** The project with so many further accounts of X. No project may have these numbers. */
export async function addAccounts(
  db: pg.Pool,
  project: Project,
  { count, from }: { readonly count: number; readonly from: number },
): Promise<readonly Project[]> {
  const numbers = Array.from({ length: count }, (_, n) => from + n);
  return Promise.all(
    numbers.map(async (n): Promise<Project> => ({ ...project, accountId: await addAccount(db, project.id, n) })),
  );
}

function openKeyRing(): KeyRing {
  const keys = readEncryptionKeys(ENCRYPTION_KEYS);
  if ('problem' in keys) throw new Error(keys.problem);
  return createKeyRing({ keys: keys.keys, randomBytes: ids.secret });
}
