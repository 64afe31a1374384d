import { Router } from 'express';
import type { DatabaseState } from '../db/readiness.ts';

type Deps = {
  readonly version: string;
  readonly databaseState: () => Promise<DatabaseState>;
  readonly isStopping: () => boolean;
  readonly isRestored: () => boolean;
  readonly hasDiskSpace: () => Promise<boolean>;
  /** Offset of this server's clock from the database's, when it is more than a minute. */
  readonly clockOffsetMs: () => number | null;
};

/** `/healthz`: the process runs. `/readyz`: also its database works, and it is not stopping. */
export function healthRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok', version: deps.version });
  });
  router.get('/readyz', async (_req, res) => {
    if (deps.isStopping()) return void res.status(503).json({ status: 'stopping' });
    const database = await deps.databaseState();
    // After the look at the database, whose new connection may have found it out.
    if (deps.isRestored()) return void res.status(503).json({ status: 'database restored' });
    if (database !== 'ready') return void res.status(503).json({ status: `database ${database}` });
    if (!(await deps.hasDiskSpace())) return void res.status(503).json({ status: 'database disk full' });
    const offsetMs = deps.clockOffsetMs();
    // Still ready: the database's clock decides.
    res.json({ status: 'ready', ...(offsetMs !== null && { clockOffsetSeconds: Math.round(offsetMs / 1_000) }) });
  });
  return router;
}
