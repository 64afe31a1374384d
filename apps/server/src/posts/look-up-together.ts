import { acrossProjects } from '../db/across-projects.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import { type KnownOfRequest, lookUpRequests, type NamedByRequest } from './look-up-requests.table.ts';

export type LookUpRequest = (named: NamedByRequest) => Promise<KnownOfRequest>;

const SLOW_MS = 250;

/**
 * Looks up the idempotency keys and accounts of several requests with one statement, whatever their projects (docs/adr/0037): requests that arrive while one runs
 * go together in the next. Every answer is read after its request arrived.
 */
export const createLookUpRequest = (deps: {
  readonly log: Logger;
  readonly alone: Database;
  readonly batches: Database;
  /** Requests of one project that may wait to be in line. */
  readonly waitingPerProject: number;
}): LookUpRequest =>
  acrossProjects<NamedByRequest, KnownOfRequest>({
    alone: async (named) => (await lookUpRequests(deps.alone, [named]))[0]!,
    together: (named) => lookUpRequests(deps.batches, named),
    onFailed: (err, requests) =>
      deps.log.warn({ err, requests }, 'requests were not looked up together, they are looked up one by one'),
    slowMs: SLOW_MS,
    waitingPerProject: deps.waitingPerProject,
  });
