import { hashApiKey } from '../../../src/callers/api-key.ts';
import { findCaller } from '../../../src/callers/callers.table.ts';
import type { Database } from '../../../src/db/database.ts';
import { toPublicId } from '../../../src/process/ids.ts';

/** The project of a key. */
export async function findProjectOf(db: Database, apiKey: string) {
  const { projectId, workspaceId } = (await findCaller(db, hashApiKey(apiKey)))!;
  return { projectId, workspaceId, prj: toPublicId('prj', projectId) };
}
