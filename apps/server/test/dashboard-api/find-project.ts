import type { Database } from '../../src/db/database.ts';
import { toPublicId } from '../../src/ids.ts';
import { hashApiKey } from '../../src/projects/api-key.ts';
import { findCaller } from '../../src/projects/callers.table.ts';

/** The project of a key. */
export async function findProjectOf(db: Database, apiKey: string) {
  const { projectId, workspaceId } = (await findCaller(db, hashApiKey(apiKey)))!;
  return { projectId, workspaceId, prj: toPublicId('prj', projectId) };
}
