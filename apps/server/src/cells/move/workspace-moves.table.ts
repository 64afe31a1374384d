import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

/** Time that a move may be silent before its fence ends by itself. */
export const FENCE_SECONDS = 30;

export type MoveState = 'leaving' | 'left' | 'arriving' | 'copied';
export type Move = { readonly state: MoveState; readonly cell: string };

const moves = (db: Database) => knex('workspaceMoves').connection(db);
const fence = () => knex.raw(`clock_timestamp() + interval '${FENCE_SECONDS} seconds'`);

export async function findMove(db: Database, workspaceId: string): Promise<Move | null> {
  return (await moves(db).where({ workspaceId }).first<Move | undefined>('state', 'cell')) ?? null;
}

/** Begins a move. Returns false while another run moves the workspace. */
export async function beginMove(db: Database, workspaceId: string, cell: string): Promise<boolean> {
  const move = { state: 'leaving', cell, fencedUntil: fence() };
  const begun = await moves(db)
    .insert({ workspaceId, ...move })
    .onConflict('workspaceId')
    .merge(move)
    .whereRaw("workspace_moves.state <> 'left' and workspace_moves.fenced_until <= clock_timestamp()")
    .returning('workspaceId');
  return begun.length === 1;
}

/** Writes the state of a move, with a fence from now on. */
export async function putMove(db: Database, workspaceId: string, { state, cell }: Move): Promise<void> {
  await moves(db)
    .insert({ workspaceId, state, cell, fencedUntil: fence() })
    .onConflict('workspaceId')
    .merge(['state', 'cell', 'fencedUntil']);
}

/** Prolongs the fence of a move. Returns false when it had ended: something may have changed. */
export async function prolongMove(db: Database, workspaceId: string): Promise<boolean> {
  const fenced = moves(db).where({ workspaceId }).whereRaw('fenced_until > clock_timestamp()');
  return (await fenced.update({ fencedUntil: fence() })) === 1;
}

export async function deleteMove(db: Database, workspaceId: string): Promise<void> {
  await moves(db).where({ workspaceId }).delete();
}

/** The cell to which the secret of a link has moved; null for none. */
export async function findMovedLink(db: Database, tokenSha256: Buffer): Promise<string | null> {
  const [cell] = await knex('movedLinks').connection(db).where({ tokenSha256 }).pluck<string[]>('cell');
  return cell ?? null;
}
