import { type InterruptedMove, listInterruptedMoves } from '../../cells/move/workspace-moves.table.ts';
import type { Database } from '../../db/database.ts';
import { toPublicId } from '../../process/ids.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Checks for moves of workspaces between cells that nothing goes on with. */
export async function checkMoves({ db }: { readonly db: Database }): Promise<Finding> {
  const moves = await listInterruptedMoves(db);
  if (moves.length === 0) return ok('moves', 'No workspace is half-way to another cell.');
  const commands = moves.map(({ workspaceId }) => `fanfare move-workspace ${toPublicId('ws', workspaceId)}`);
  return warning(
    'moves',
    moves.map(sentenceOf).join(' '),
    `Run this again with both databases; it goes on, or takes it back with --abort: ${commands.join('; ')}`,
  );
}

function sentenceOf({ workspaceId, state, cell }: InterruptedMove): string {
  const id = toPublicId('ws', workspaceId);
  if (state === 'leaving') return `The move of ${id} to the cell ${cell} was interrupted; it is in use here.`;
  if (state === 'arriving')
    return `The move of ${id} from the cell ${cell} was interrupted; it is in use there, and files that have come wait here.`;
  return `The move of ${id} from the cell ${cell} was interrupted; its rows wait here. Its callers get 503 if it has left there.`;
}
