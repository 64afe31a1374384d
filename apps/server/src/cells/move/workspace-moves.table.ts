import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

/** Time that a move may be silent before its run and its fence end by themselves. */
export const FENCE_SECONDS = 30;

export type MoveState = 'leaving' | 'left' | 'arriving' | 'copied';
export type Move = { readonly state: MoveState; readonly cell: string };
/** A run of the command that moves a workspace. */
export type MoveRun = { readonly workspaceId: string; readonly runId: string };

const moves = (db: Database) => knex('workspaceMoves').connection(db);
const soon = () => knex.raw(`clock_timestamp() + interval '${FENCE_SECONDS} seconds'`);
const now = () => knex.raw('clock_timestamp()');

export async function findMove(db: Database, workspaceId: string): Promise<(Move & Pick<MoveRun, 'runId'>) | null> {
  const found = moves(db).where({ workspaceId });
  return (await found.first<(Move & Pick<MoveRun, 'runId'>) | undefined>('state', 'cell', 'runId')) ?? null;
}

/** Begins a run without a fence. Returns false while another run moves the workspace. */
export async function beginMove(db: Database, { workspaceId, runId }: MoveRun, cell: string): Promise<boolean> {
  const move = { state: 'leaving', cell, runId, fencedUntil: now(), runUntil: soon() };
  const begun = await moves(db)
    .insert({ workspaceId, ...move })
    .onConflict('workspaceId')
    .merge(move)
    .whereRaw("workspace_moves.state <> 'left' and workspace_moves.run_until <= clock_timestamp()")
    .returning('workspaceId');
  return begun.length === 1;
}

/** Writes the state of a move in the other cell, or of one that has left. */
export async function putMove(db: Database, { workspaceId, runId }: MoveRun, move: Move): Promise<void> {
  const row = { ...move, runId, fencedUntil: now(), runUntil: soon() };
  await moves(db)
    .insert({ workspaceId, ...row })
    .onConflict('workspaceId')
    .merge(row);
}

/**
 * Prolongs a run, and its fence where it has one. Returns false when it had ended, or another one
 * has begun: something may have changed.
 */
export async function prolongMove(
  db: Database,
  { workspaceId, runId }: MoveRun,
  { isFenced }: { readonly isFenced: boolean },
): Promise<boolean> {
  const own = moves(db).where({ workspaceId, runId }).whereRaw('run_until > clock_timestamp()');
  return (await own.update({ runUntil: soon(), ...(isFenced && { fencedUntil: soon() }) })) === 1;
}

/** Ends a run whose files wait in the other cell for the next one. */
export async function endRun(db: Database, workspaceId: string): Promise<void> {
  await moves(db).where({ workspaceId }).update({ fencedUntil: now(), runUntil: now() });
}

export async function deleteMove(db: Database, workspaceId: string): Promise<void> {
  await moves(db).where({ workspaceId }).delete();
}

/** The cell to which the secret of a link has moved; null for none. */
export async function findMovedLink(db: Database, tokenSha256: Buffer): Promise<string | null> {
  const [cell] = await knex('movedLinks').connection(db).where({ tokenSha256 }).pluck<string[]>('cell');
  return cell ?? null;
}

/** A move that no command goes on with. */
export type InterruptedMove = Move & { readonly workspaceId: string };

/** Lists moves whose run was killed or has failed before the workspace was in its new cell. */
export async function listInterruptedMoves(db: Database): Promise<readonly InterruptedMove[]> {
  return moves(db)
    .whereNot({ state: 'left' })
    .whereRaw('run_until <= clock_timestamp()')
    .orderBy('workspaceId')
    .select<InterruptedMove[]>('workspaceId', 'state', 'cell');
}
