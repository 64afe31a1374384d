import type { CallersPool, PublishingPool } from '../db/database.ts';
import { inBatchesOfRequests } from '../db/in-batches.ts';
import type { Logger } from '../log/log.ts';
import { type KnownOfRequest, lookUpRequests, type NamedByRequest } from './look-up-requests.table.ts';

export type LookUpRequest = (named: NamedByRequest) => Promise<KnownOfRequest>;

/**
 * Looks up the idempotency keys and accounts of several requests with one statement, whatever their projects (docs/adr/0037): requests that arrive while one runs
 * go together in the next. Every answer is read after its request arrived.
 */
export const createLookUpRequest = (deps: {
  readonly log: Logger;
  readonly db: CallersPool;
  readonly publishing: PublishingPool;
  /** Requests of one project that may wait to be in line. */
  readonly waitingPerProject: number;
}): LookUpRequest =>
  inBatchesOfRequests<NamedByRequest, KnownOfRequest>({
    alone: async (named) => (await lookUpRequests(deps.db, [named]))[0]!,
    together: (named) => lookUpRequests(deps.publishing, named),
    onFailed: (err, requests) =>
      deps.log.warn({ err, requests }, 'requests were not looked up together, they are looked up one by one'),
    waitingPerProject: deps.waitingPerProject,
  });
