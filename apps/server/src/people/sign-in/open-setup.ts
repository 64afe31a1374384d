import type { Database } from '../../db/database.ts';
import { hashToken, newToken } from '../../http/token.ts';
import type { Ids } from '../../process/ids.ts';
import { putSetupToken } from './setup-token.table.ts';

type Deps = { readonly db: Database; readonly ids: Ids; readonly baseUrl: string };

/** Creates a set-up link and ends the one before; null once there are users. */
export async function openSetup({ db, ids, baseUrl }: Deps): Promise<string | null> {
  const token = newToken(ids);
  return (await putSetupToken(db, hashToken(token))) ? `${baseUrl}/setup/${token}` : null;
}
