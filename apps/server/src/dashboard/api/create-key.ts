import { APP_LIMITS } from '@fanfare/app-contract';
import type { KeyScope } from '@fanfare/contract';
import { mintApiKey } from '../../callers/api-key.ts';
import { type ApiKeyRow, countActiveKeys, insertApiKey, listApiKeys } from '../../callers/api-keys.table.ts';
import { lockProject } from '../../callers/projects/projects.table.ts';
import type { DatabasePool } from '../../db/database.ts';
import { type AppDecision, refuseApp } from '../../http/app-refusal.ts';
import type { Ids } from '../../process/ids.ts';

type NewKey = {
  readonly projectId: string;
  readonly createdBy: string;
  readonly name: string;
  readonly scope: KeyScope;
};

/** Creates a key. Only this result has its secret. */
export async function createKey(
  { db, ids }: { readonly db: DatabasePool; readonly ids: Ids },
  wanted: NewKey,
): Promise<AppDecision<{ readonly key: ApiKeyRow; readonly secret: string }>> {
  const { projectId } = wanted;
  const { key: secret, sha256, display } = mintApiKey(ids);
  const id = ids.uuid();
  return db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    if ((await countActiveKeys(tx, projectId)) >= APP_LIMITS.keysPerProject)
      return refuseApp('key_limit_reached', `A project has at most ${APP_LIMITS.keysPerProject} active keys.`);
    await insertApiKey(tx, { ...wanted, id, sha256, display });
    const key = (await listApiKeys(tx, projectId)).find((row) => row.id === id);
    return { ok: true, key: key!, secret };
  });
}
