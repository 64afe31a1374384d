import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRing } from '../../accounts/credentials/key-ring.ts';
import { KEY_TRUST_MS } from '../../callers/key-trust.ts';
import type { Database, DatabasePool } from '../../db/database.ts';
import { findCell } from '../instance-cell.table.ts';
import { drainWorkspace, pauseDeliveries, resumeDeliveries } from './drain-workspace.ts';
import { listWaitingRemovals, openRemovals } from './moved-removals.ts';
import { rewrapMoved } from './rewrap-moved.ts';
import { beginMove, deleteMove, FENCE_SECONDS, findMove, prolongMove, putMove } from './workspace-moves.table.ts';
import {
  activateRows,
  copyRows,
  deleteRows,
  dropStaging,
  hasStaging,
  type MovedWorkspace,
  readColumns,
  rememberLinks,
  stagingOf,
} from './workspace-rows.ts';

/** Requests that were let in before the fence have written after this time, on a server that answers. */
const FENCED_MS = KEY_TRUST_MS + 1_000;
const HEARTBEAT_MS = 5_000;

export type Cell = { readonly db: DatabasePool; readonly keyRing: KeyRing };
export type MoveStep = 'fenced' | 'drained' | 'copied' | 'left' | 'arrived';

type Deps = {
  readonly from: Cell;
  readonly to: Cell;
  /** Limit of the wait for work under way. */
  readonly drainMs: number;
  readonly onStep: (step: MoveStep, detail: string) => Promise<void> | void;
  /** Wait after the fence; tests shorten it. */
  readonly fencedMs?: number;
};

/** Expected reason for which a workspace is not moved; nothing has changed. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/**
 * Moves a workspace between the databases of two cells. One transaction of the old one holds its rows
 * while they are copied to where nothing reads them; its commit deletes them and decides. Killed
 * before, it changed nothing and its fence ends by itself; killed after, another run ends it.
 */
export async function moveWorkspace(deps: Deps, workspaceId: string): Promise<void> {
  const { from, to } = deps;
  const [here, there] = await Promise.all([findCell(from.db), findCell(to.db)]);
  if (here === null || there === null || here === there)
    throw new MoveRefused(
      'Both databases must belong to a cell, and to two different ones: start a server with CELL in each.',
    );
  const workspace = await readWorkspace(from.db, workspaceId);
  const move = await findMove(from.db, workspaceId);
  if (move?.state === 'left') {
    if (move.cell !== there) throw new MoveRefused(`The workspace has left to the cell ${move.cell}.`);
    if (!(await hasStaging(to.db, workspace))) throw new MoveRefused(`The workspace is in the cell ${there} already.`);
    return arrive(deps, workspace);
  }
  const [columns, others] = await Promise.all([readColumns(from.db), readColumns(to.db)]);
  if (columns !== others)
    throw new MoveRefused('The tables of the two cells differ. Update both to one version first.');
  await refuseFiles(from.db, workspace);
  if (!(await beginMove(from.db, workspaceId, there)))
    throw new MoveRefused(
      `Another run moves the workspace, or was killed within the last ${FENCE_SECONDS} seconds. Wait until then, or use --abort.`,
    );
  await leave(deps, workspace, { here, there });
  await arrive(deps, workspace);
}

/** Undoes a move that was not decided. */
export async function abortMove({ from, to }: Pick<Deps, 'from' | 'to'>, workspaceId: string): Promise<void> {
  const workspace = await readWorkspace(from.db, workspaceId);
  if ((await findMove(from.db, workspaceId))?.state === 'left')
    throw new MoveRefused('The workspace has left its cell. Run the move again: it ends it.');
  await dropStaging(to.db, workspace);
  await deleteMove(to.db, workspaceId);
  await deleteMove(from.db, workspaceId);
}

async function leave(deps: Deps, workspace: MovedWorkspace, { here, there }: { here: string; there: string }) {
  const { from, to, onStep } = deps;
  const { id } = workspace;
  await dropStaging(to.db, workspace);
  await putMove(to.db, id, { state: 'arriving', cell: here });
  let pausedUntil = new Date(0);
  let isDrained = false;
  const prolong = async (): Promise<void> => {
    await Promise.all([prolongMove(from.db, id), prolongMove(to.db, id)]);
    if (isDrained) return;
    pausedUntil = await pauseDeliveries(from.db, workspace, 2 * FENCE_SECONDS);
  };
  await prolong();
  // A fence that ended because of failures is found before the commit.
  const heartbeat = setInterval(() => void prolong().catch(() => undefined), HEARTBEAT_MS);
  try {
    await sleep(deps.fencedMs ?? FENCED_MS);
    await onStep('fenced', 'The workspace answers 503 now.');
    await from.db.transaction(async (tx) => {
      await tx.query({ text: 'set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0' });
      const { drainMs } = deps;
      await drainWorkspace(tx, workspace, { limitMs: drainMs, onWait: async () => undefined });
      isDrained = true;
      await refuseFiles(tx, workspace);
      await onStep('drained', 'Nothing works on it any more.');
      const rows = await to.db.transaction(async (target) => {
        await target.query({ text: 'set local idle_in_transaction_session_timeout = 0' });
        const copied = await copyRows(tx, target, workspace);
        await rewrapMoved(target, stagingOf(workspace), { from: from.keyRing, to: to.keyRing });
        await resumeDeliveries(target, stagingOf(workspace), pausedUntil);
        await openRemovals(target, await listWaitingRemovals(tx));
        await putMove(target, id, { state: 'copied', cell: here });
        return copied;
      });
      await onStep('copied', `${rows} rows are copied.`);
      await rememberLinks(tx, workspace, there);
      await deleteRows(tx, workspace);
      clearInterval(heartbeat);
      // A fence that ended let requests in, whose rows may be missing in the copy.
      if (!(await prolongMove(tx, id))) throw new MoveRefused('The move was interrupted for too long. Run it again.');
      await putMove(tx, id, { state: 'left', cell: there });
    });
    await onStep('left', `The workspace has left ${here}.`);
  } catch (error) {
    clearInterval(heartbeat);
    // Where the commit may have been, the next run finds out.
    if ((await findMove(from.db, id))?.state === 'leaving') await abortMove(deps, id);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

async function arrive({ to, onStep }: Deps, workspace: MovedWorkspace): Promise<void> {
  await to.db.transaction(async (tx) => {
    await activateRows(tx, workspace);
    await deleteMove(tx, workspace.id);
  });
  await onStep('arrived', 'The workspace is in its new cell.');
}

async function readWorkspace(db: DatabasePool, id: string): Promise<MovedWorkspace> {
  const { rows } = await db.query<{ projects: string[] }>({
    text: `select array(select p.id from projects p where p.workspace_id = w.id order by p.id) as projects from workspaces w where w.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw new MoveRefused('There is no such workspace in this cell. See: fanfare projects list');
  return { id, projectIds: rows[0].projects };
}

/** The bytes of hosted files are in a store, which this command does not copy. */
async function refuseFiles(db: Database, { projectIds }: MovedWorkspace): Promise<void> {
  const { rowCount } = await db.query({
    text: 'select from media where project_id = any($1::uuid[]) limit 1',
    values: [[...projectIds]],
  });
  if (rowCount)
    throw new MoveRefused(
      'The workspace has hosted files, which cannot be moved yet. Delete them, or wait until they end.',
    );
}

/** The lines by which the router finds the new cell of its keys. */
export async function listMovedKeys(db: DatabasePool, workspaceId: string, cell: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ display: string }>({
    text: `select k.display from api_keys k join projects p on p.id = k.project_id
           where p.workspace_id = $1 and k.revoked_at is null order by k.id`,
    values: [workspaceId],
  });
  return rows.map(({ display }) => `${display} ${cell}`);
}
