import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';

/** Whether a workspace is on its way to another cell, or there. */
export async function isMoving(db: Database, workspaceId: string): Promise<boolean> {
  const moves = knex('workspaceMoves').connection(db);
  const fenced = moves.where({ workspaceId }).whereRaw("(state = 'left' or fenced_until > clock_timestamp())");
  return (await fenced.first('state')) !== undefined;
}
