import { setTimeout as sleep } from 'node:timers/promises';
import { checkCanary } from '../../accounts/credentials/check-canary.ts';
import { KEY_TRUST_MS } from '../../callers/key-trust.ts';
import type { DatabasePool } from '../../db/database.ts';
import { deleteArriving, hasArriving } from '../../media/arriving-media.table.ts';
import { findMediaFolder } from '../../media/media-folder.table.ts';
import type { MediaStore } from '../../media/stores/media-store.ts';
import { ids } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import { findCell } from '../instance-cell.table.ts';
import { copyFiles, type FileProgress } from './copy-files.ts';
import { drainWorkspace, pauseDeliveries, resumeDeliveries } from './drain-workspace.ts';
import { MoveRefused } from './move-refused.ts';
import { countFiles, type FileTotal, readdressUploads } from './moved-files.ts';
import { listWaitingRemovals, openRemovals } from './moved-removals.ts';
import { rewrapMoved } from './rewrap-moved.ts';
import {
  beginMove,
  deleteMove,
  endRun,
  FENCE_SECONDS,
  findMove,
  type MoveRun,
  prolongMove,
  putMove,
} from './workspace-moves.table.ts';
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

/** Requests let in before the fence have written by this time, on a server that answers. */
const FENCED_MS = KEY_TRUST_MS + 1_000;
const HEARTBEAT_MS = 5_000;
/** Bytes of files that may be left for the time in which callers get 503. */
const FEW_BYTES = 64 * 1024 ** 2;
const MOST_PASSES = 5;

export type Cell = {
  readonly db: DatabasePool;
  readonly keyRing: KeyRing;
  /** Null where the command does not know one. */
  readonly store: MediaStore | null;
};
export type MoveStep = 'filled' | 'fenced' | 'drained' | 'copied' | 'left' | 'arrived';

type Deps = {
  readonly from: Cell;
  readonly to: Cell;
  /** Limit of the wait for work under way. */
  readonly drainMs: number;
  readonly onStep: (step: MoveStep, detail: string) => Promise<void> | void;
  readonly onFiles?: (progress: FileProgress) => void;
  /** Wait after the fence; tests shorten it. */
  readonly fencedMs?: number;
};

/**
 * Moves a workspace between the databases and stores of two cells. Files are copied first, while it
 * is in use. One transaction of the old cell holds its rows while they are copied to where nothing
 * reads them; its commit deletes them and decides. Killed before, it changed nothing and its fence
 * ends by itself; killed after, another run ends it.
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
  const stores = await storesOf(deps, workspace);
  const uploadSecret = await checkCanary({ ...to, randomBytes: ids.secret });
  const run = { workspaceId, runId: ids.uuid() };
  if (!(await beginMove(from.db, run, there)))
    throw new MoveRefused(
      `Another run moves the workspace, or was killed within the last ${FENCE_SECONDS} seconds. Wait until then, or use --abort.`,
    );
  await leave(deps, workspace, { here, there, stores, uploadSecret, run });
  await arrive(deps, workspace);
}

/**
 * Undoes a move that was not decided. Files that have come are deleted by the jobs of the new cell.
 */
export async function abortMove({ from, to }: Pick<Deps, 'from' | 'to'>, workspaceId: string): Promise<void> {
  const workspace = await readWorkspace(from.db, workspaceId);
  if ((await findMove(from.db, workspaceId))?.state === 'left')
    throw new MoveRefused('The workspace has left its cell. Run the move again: it ends it.');
  // A run that is still under way finds that it may not go on.
  await deleteMove(from.db, workspaceId);
  await dropStaging(to.db, workspace);
  await deleteArriving(to.db, workspaceId);
  await deleteMove(to.db, workspaceId);
}

/**
 * Ends a run that failed before it was decided. The next one goes on with the files that have come.
 */
async function giveUp({ from, to }: Deps, workspace: MovedWorkspace): Promise<void> {
  const { id } = workspace;
  await dropStaging(to.db, workspace);
  if (await hasArriving(to.db, id)) await endRun(to.db, id);
  else await deleteMove(to.db, id);
  await deleteMove(from.db, id);
}

type Stores = { readonly from: MediaStore; readonly to: MediaStore };

/** The stores of the files of a workspace; null for one without any. */
async function storesOf({ from, to }: Deps, workspace: MovedWorkspace): Promise<Stores | null> {
  if (from.store !== null && to.store !== null) {
    if ((await findMediaFolder(from.db)) === (await findMediaFolder(to.db)))
      throw new MoveRefused('Both cells have one store of hosted files. Give each its own.');
    return { from: from.store, to: to.store };
  }
  if ((await countFiles(from.db, workspace)).files === 0) return null;
  throw new MoveRefused(
    'The workspace has hosted files. Set MEDIA_DIR, or MEDIA_S3_BUCKET and the other settings of the bucket, as its cell has them, and the same with TARGET_ in front as the other cell has them. A server of each must have started with them.',
  );
}

type Leaving = {
  readonly here: string;
  readonly there: string;
  readonly stores: Stores | null;
  readonly uploadSecret: Buffer;
  readonly run: MoveRun;
};

async function leave(deps: Deps, workspace: MovedWorkspace, { here, there, stores, uploadSecret, run }: Leaving) {
  const { from, to, onStep } = deps;
  const { id } = workspace;
  await dropStaging(to.db, workspace);
  await putMove(to.db, run, { state: 'arriving', cell: here });
  let pausedUntil = new Date(0);
  let isFenced = false;
  let isDrained = false;
  const prolong = async (): Promise<void> => {
    await Promise.all([from, to].map(({ db }) => prolongMove(db, run, { isFenced })));
    if (!isFenced || isDrained) return;
    pausedUntil = await pauseDeliveries(from.db, workspace, 2 * FENCE_SECONDS);
  };
  /** Copies the files that are missing. Returns how many there were. */
  const fill = async (): Promise<FileTotal> => {
    if (stores === null) return { files: 0, bytes: 0 };
    const { onFiles = () => undefined } = deps;
    return copyFiles(
      { from: { db: from.db, store: stores.from }, to: { db: to.db, store: stores.to }, onProgress: onFiles },
      workspace,
    );
  };
  // A run or a fence that ended because of failures is found before the commit.
  const heartbeat = setInterval(() => void prolong().catch(() => undefined), HEARTBEAT_MS);
  try {
    let filled = 0;
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const { files, bytes } = await fill();
      filled += files;
      if (bytes <= FEW_BYTES) break;
    }
    if (filled > 0) await onStep('filled', `Files copied while the workspace is in use: ${filled}.`);
    isFenced = true;
    await prolong();
    await sleep(deps.fencedMs ?? FENCED_MS);
    await onStep('fenced', 'The workspace answers 503 now.');
    await from.db.transaction(async (tx) => {
      await tx.query({ text: 'set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0' });
      const { drainMs } = deps;
      await drainWorkspace(tx, workspace, { limitMs: drainMs, onWait: async () => undefined });
      isDrained = true;
      await onStep('drained', 'Nothing works on it any more.');
      // A request that announced a file since then has waited for the locks, and is refused.
      if (stores === null && (await countFiles(tx, workspace)).files > 0) await storesOf(deps, workspace);
      const { files } = await fill();
      const rows = await to.db.transaction(async (target) => {
        await target.query({ text: 'set local idle_in_transaction_session_timeout = 0' });
        const copied = await copyRows(tx, target, workspace);
        await rewrapMoved(target, stagingOf(workspace), { from: from.keyRing, to: to.keyRing });
        await readdressUploads(target, stagingOf(workspace), uploadSecret);
        await resumeDeliveries(target, stagingOf(workspace), pausedUntil);
        await openRemovals(target, await listWaitingRemovals(tx));
        await putMove(target, run, { state: 'copied', cell: here });
        return copied;
      });
      await onStep('copied', `${rows} rows are copied${files > 0 ? `, and files that came meanwhile: ${files}` : ''}.`);
      await rememberLinks(tx, workspace, there);
      await deleteRows(tx, workspace);
      clearInterval(heartbeat);
      // A fence that ended let requests in, whose rows may be missing in the copy.
      if (!(await prolongMove(tx, run, { isFenced })))
        throw new MoveRefused('The move was interrupted for too long. Run it again.');
      await putMove(tx, run, { state: 'left', cell: there });
    });
    await onStep('left', `The workspace has left ${here}.`);
  } catch (error) {
    clearInterval(heartbeat);
    // Where the commit may have been, the next run finds out.
    const move = await findMove(from.db, id);
    if (move?.state === 'leaving' && move.runId === run.runId) await giveUp(deps, workspace);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

async function arrive({ to, onStep }: Deps, workspace: MovedWorkspace): Promise<void> {
  await to.db.transaction(async (tx) => {
    await activateRows(tx, workspace);
    await deleteArriving(tx, workspace.id);
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

/** The lines by which the router finds the new cell of its keys. */
export async function listMovedKeys(db: DatabasePool, workspaceId: string, cell: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ display: string }>({
    text: `select k.display from api_keys k join projects p on p.id = k.project_id
           where p.workspace_id = $1 and k.revoked_at is null and k.oauth_client is null order by k.id`,
    values: [workspaceId],
  });
  return rows.map(({ display }) => `${display} ${cell}`);
}
