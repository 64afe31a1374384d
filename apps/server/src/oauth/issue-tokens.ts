import { randomKey } from '../callers/api-key.ts';
import type { Database } from '../db/database.ts';
import { sha256 } from '../http/sha256.ts';
import type { Ids } from '../process/ids.ts';
import { ACCESS_SECONDS, insertTokens } from './tokens.table.ts';

/** Answer of the token endpoint (RFC 6749, 5.1). */
export type IssuedTokens = {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
};

/** Makes a pair of tokens of a connected app. Only this result has them; hashes are stored. */
export async function issueTokens(
  { ids }: { readonly ids: Ids },
  tx: Database,
  of: {
    readonly projectId: string;
    readonly keyId: string;
    readonly scope: string;
    /** Hash of the refresh token that is traded; null for a code. */
    readonly parent: Buffer | null;
  },
): Promise<IssuedTokens> {
  const access = randomKey(ids, 'at');
  const refresh = `fanfare_rt_${ids.secret(32).toString('base64url')}`;
  await insertTokens(tx, of, { access: sha256(access), refresh: sha256(refresh), parent: of.parent });
  return {
    ...{ access_token: access, token_type: 'Bearer', expires_in: ACCESS_SECONDS },
    ...{ refresh_token: refresh, scope: of.scope },
  };
}
