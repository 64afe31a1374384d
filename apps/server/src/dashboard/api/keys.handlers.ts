import { type ApiKey, appContract } from '@fanfare/app-contract';
import { type ApiKeyRow, listApiKeys, revokeProjectKey } from '../../callers/api-keys.table.ts';
import { awaitKeyChange } from '../../callers/key-trust.ts';
import type { DatabasePool } from '../../db/database.ts';
import { noSuchOf } from '../../http/app-refusal.ts';
import { orRefuse, RequestError } from '../../http/request-error.ts';
import { fromPublicId, type Ids, toPublicId } from '../../process/ids.ts';
import { appHandlers, projectOf } from './access.ts';
import { createKey } from './create-key.ts';

type Deps = { readonly db: DatabasePool; readonly ids: Ids };

export function keysHandlers(deps: Deps) {
  const { db } = deps;
  return appHandlers(appContract.keys, {
    list: async ({ caller }) => {
      const rows = await listApiKeys(db, projectOf(caller).id);
      const newestFirst = rows.toReversed();
      const keys = [
        ...newestFirst.filter(({ revokedAt }) => !revokedAt),
        ...newestFirst.filter((row) => row.revokedAt),
      ];
      return { status: 200, body: { keys: keys.map(toKey) } };
    },

    create: async ({ body, caller }) => {
      const { key, secret } = orRefuse(
        await createKey(deps, { projectId: projectOf(caller).id, createdBy: caller.user.id, ...body }),
      );
      return { status: 201, body: { key: toKey(key), secret } };
    },

    revoke: async ({ params, caller }) => {
      const { id: projectId } = projectOf(caller);
      const keyId = fromPublicId('key', params.keyId);
      if (keyId !== null) await revokeProjectKey(db, projectId, keyId);
      const row = (await listApiKeys(db, projectId)).find(({ id }) => id === keyId);
      if (!row) throw new RequestError(noSuchOf('key'));
      await awaitKeyChange();
      return { status: 200, body: { key: toKey(row) } };
    },
  });
}

const toKey = ({ id, name, display, scope, createdAt, createdBy, lastUsedAt, revokedAt }: ApiKeyRow): ApiKey => ({
  id: toPublicId('key', id),
  name,
  display,
  scope,
  createdAt: createdAt.toISOString(),
  createdBy,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});
