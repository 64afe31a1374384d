import { timingSafeEqual } from 'node:crypto';
import type { Platform } from '@fanfare/contract';
import { bearerKey, invalidRequest, UNAUTHORIZED } from '@fanfare/rules';
import express, { Router } from 'express';
import { z } from 'zod';
import type { Cells } from '../config/cell-settings.ts';
import type { Database } from '../db/database.ts';
import { sendError } from '../http/error-responses.ts';
import { handled } from '../http/handled.ts';
import { sha256 } from '../http/sha256.ts';
import type { Ids } from '../process/ids.ts';
import { findRemovalStatus, recordRemoval } from './removal-requests.table.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };

/** A removal on its way from one cell to another. */
const PeerRemoval = z.object({
  codeSha256: z.string().regex(/^[0-9a-f]{64}$/),
  platform: z.string().min(1).max(64),
  source: z.enum(['deauthorize', 'data_deletion', 'operator']),
  platformUserId: z.string().min(1).max(1_024),
  requestedBefore: z.string().datetime(),
});

export type PeerRemoval = z.infer<typeof PeerRemoval>;

export type PeerRemovalsDeps = {
  readonly db: Database;
  readonly ids: Ids;
  readonly cells: Cells;
  readonly wakeRemovals: () => void;
};

/**
 * Takes removals that another cell has received. The answer says whether this cell has completed
 * it. This cell passes it on as well, so that a removal survives the cell that received it.
 */
export function peerRemovalsRoutes({ db, ids, cells, wakeRemovals }: PeerRemovalsDeps): Router {
  const router = Router();
  const { secret, peers } = cells;
  if (secret === null) return router;
  const isSecret = (text: string | null): boolean =>
    text !== null && timingSafeEqual(sha256(text), sha256(secret.reveal()));
  router.post(
    '/cells/peers/removals',
    (req, res, next) =>
      isSecret(bearerKey(req.headers.authorization ?? null)) ? next() : sendError(res.set(NO_STORE), UNAUTHORIZED),
    express.json({ limit: 16 * 1_024 }),
    handled(async (req, res) => {
      res.set(NO_STORE);
      const parsed = PeerRemoval.safeParse(req.body);
      if (!parsed.success) return sendError(res, invalidRequest([{ path: 'body', message: 'This is no removal.' }]));
      const { platform, source, platformUserId, requestedBefore } = parsed.data;
      const codeSha256 = Buffer.from(parsed.data.codeSha256, 'hex');
      await recordRemoval(db, {
        ...{ id: ids.uuid(), codeSha256, source, platformUserId, requestedBefore: new Date(requestedBefore) },
        platform: platform as Platform,
        cells: peers.map(({ label }) => label),
      });
      wakeRemovals();
      const status = await findRemovalStatus(db, codeSha256);
      res.json({ completed: status !== null && status.completedHereAt !== null });
    }),
  );
  return router;
}
