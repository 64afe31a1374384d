import { type Http, isOwnMistake } from '@fanfare/network';
import { z } from 'zod';
import type { Cells } from '../config/cell-settings.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../process/log/log.ts';
import type { PeerRemoval } from './peer-removals.routes.ts';
import { completePass, listOpenPasses, type OpenPass } from './removal-passes.table.ts';

const TIMEOUT_MS = 5_000;
/** Removals of one run; the next run takes the rest. */
const MOST = 1_000;

export type PassRemovalsDeps = {
  readonly db: Database;
  readonly http: Http;
  readonly log: Logger;
  readonly cells: Cells;
};

const Answer = z.object({ completed: z.boolean() });

/**
 * Gives every other cell the removals that it has not completed. A cell that gives no answer gets
 * nothing more in this run; the rows wait for the next one, each minute.
 */
export async function passRemovals(deps: PassRemovalsDeps, stopping: AbortSignal): Promise<void> {
  const away = new Set<string>();
  for (const pass of await listOpenPasses(deps.db, MOST)) {
    if (stopping.aborted) return;
    if (away.has(pass.cell)) continue;
    const isCompleted = await give(deps, pass, stopping).catch((err: unknown) => {
      if (isOwnMistake(err)) throw err;
      away.add(pass.cell);
      deps.log.warn({ cell: pass.cell, err }, 'a removal could not be passed on to another cell; it is tried again');
      return false;
    });
    if (isCompleted) await completePass(deps.db, pass);
  }
}

/** Returns whether the cell has completed the removal. */
async function give({ http, cells }: PassRemovalsDeps, pass: OpenPass, signal: AbortSignal): Promise<boolean> {
  const peer = cells.peers.find(({ label }) => label === pass.cell);
  if (!peer || !cells.secret) throw new Error(`CELL_PEERS does not name the cell ${pass.cell}.`);
  const removal: PeerRemoval = {
    codeSha256: pass.codeSha256.toString('hex'),
    platform: pass.platform,
    source: pass.source,
    platformUserId: pass.platformUserId,
    requestedBefore: new Date(pass.connectedUntil.getTime() - 1).toISOString(),
  };
  const { status, json } = await http({
    method: 'POST',
    url: `${peer.url}/cells/peers/removals`,
    headers: { authorization: `Bearer ${cells.secret.reveal()}` },
    body: { json: removal },
    effect: 'hidden',
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  const answer = Answer.safeParse(json);
  if (status !== 200 || !answer.success) throw new Error(`The cell answered ${status}.`);
  return answer.data.completed;
}
